// Written by scripts/generate-rows.ts from the migrated schema; change a migration instead.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** May be left out when a row is inserted. */
type Defaulted<Type> =
  Type extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<Type, Type | undefined, Type>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, NonNullable<unknown>, NonNullable<unknown>>;

export interface AccountTable {
  id: GeneratedAlways<number>;
  account_id: string;
  email: string | null;
  rate_limit_per_min: number | null;
  created_at: Defaulted<Timestamp>;
  exported_at: Timestamp | null;
  closed_at: Timestamp | null;
  erased_at: Timestamp | null;
  former_account_id: string | null;
}

export interface AccountFeatureTable {
  account: number;
  mcp: boolean;
  reason: string;
  changed_by: string;
  changed_at: Timestamp;
}

export interface AccountMailTable {
  id: string;
  account: number | null;
  type: string;
  about: string;
  recipient: string | null;
  message: Json | null;
  queued_at: Timestamp;
  due_at: Timestamp;
  tries: Defaulted<number>;
  ended_at: Timestamp | null;
  outcome: string | null;
}

export interface AccountNoteTable {
  account: number;
  note: string;
  changed_at: Timestamp;
  actor: string;
}

export interface AgentCodeTable {
  hash: Buffer;
  account: number;
  client_id: string;
  client_name: string;
  client_host: string | null;
  redirect_uri: string;
  challenge: string;
  scopes: string[];
  credits_per_day: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  connection: string | null;
}

export interface AgentConnectionTable {
  id: string;
  account: number;
  client_id: string;
  client_name: string;
  client_host: string | null;
  redirect_uri: string;
  scopes: string[];
  created_at: Timestamp;
  renewed_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  ended_because: string | null;
}

export interface AgentTokenTable {
  hash: Buffer;
  connection: string;
  is_refresh: boolean;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface ApiKeyTable {
  id: string;
  account: number;
  hash: Buffer;
  prefix: string;
  mode: string;
  plan: string;
  terms: Json | null;
  rate_limit_per_min: number | null;
  allowed_ips: Defaulted<string[]>;
  note: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  expires_at: Defaulted<Timestamp>;
  banned_at: Timestamp | null;
  ban_reason: string | null;
  revoked_at: Timestamp | null;
  replaced_by: string | null;
  continues: string | null;
  name: Defaulted<string>;
  chosen_rate: number | null;
  is_connection: Defaulted<boolean>;
}

export interface AuditEntryTable {
  id: Defaulted<number>;
  at: Defaulted<Timestamp>;
  actor: string;
  operation: string;
  event: string;
  request_id: string;
  details: Defaulted<Json>;
}

export interface BackgroundMigrationTable {
  id: string;
  release: string;
  table_name: string;
  pass: Defaulted<number>;
  position: string[] | null;
  rows_done: Defaulted<number>;
  rows_changed: Defaulted<number>;
  rows_about: Defaulted<number>;
  rows_per_second: Defaulted<number>;
  started_at: Defaulted<Timestamp>;
  moved_at: Defaulted<Timestamp>;
  finished_at: Timestamp | null;
  paused_at: Timestamp | null;
  waits_for: string | null;
  worker: string | null;
  lease_until: Defaulted<Timestamp>;
}

export interface BackupMadeTable {
  at: Defaulted<Timestamp>;
}

export interface BounceReportTable {
  account: number;
  key: string;
  op_key: string;
  profile_hash: string;
  address: string | null;
  told_by: string;
  reported_at: Defaulted<Timestamp>;
  due_at: Defaulted<Timestamp>;
  tries: Defaulted<number>;
  outcome: string | null;
  ended_at: Timestamp | null;
}

export interface BounceTallyTable {
  source: string;
  day: string;
  bounced: number;
}

export interface BounceWebhookTable {
  account: number;
  token_digest: string;
  mailgun_key: string | null;
}

export interface BusinessProfileTable {
  id: GeneratedAlways<number>;
  account: number;
  first_name: string;
  last_name: string;
  business_name: Defaulted<string>;
  address_line1: string;
  address_line2: string;
  city: string;
  state_code: string;
  pincode: string;
  gstin: string | null;
  saved_by: string;
  saved_at: Timestamp;
}

export interface CampaignTable {
  number: GeneratedAlways<number>;
  id: string;
  slug: string;
  name: string;
  is_published: boolean;
  starts_at: Timestamp | null;
  ends_at: Timestamp | null;
  display: Json;
  promo: number | null;
  makes_promo: boolean;
  draft_terms: Json | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  updated_by: string;
  archived_at: Timestamp | null;
}

export interface CatalogueVersionTable {
  version: number;
  entries: Json;
  changes: Json;
  effective_at: Timestamp;
  reason: string;
  actor: string;
  created_at: Defaulted<Timestamp>;
  withdrawn_at: Timestamp | null;
  withdrawn_by: string | null;
}

export interface ContractTable {
  id: string;
  account: number;
  terms: Json;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  months_granted: Defaulted<number>;
  reason: string;
  actor: string;
  created_at: Defaulted<Timestamp>;
}

export interface CreditAccountTable {
  account: number;
}

export interface CreditBudgetTable {
  id: string;
  account: number;
  scope: string;
  members: Defaulted<string[]>;
  period: string | null;
  time_zone: Defaulted<string>;
  credits: number;
  spent: Defaulted<number>;
  started_at: Defaulted<Timestamp>;
  ends_at: Defaulted<Timestamp>;
  announced: Defaulted<number>;
}

export interface CreditEffectTable {
  kind: number | null;
  granted: number | null;
  avail: number | null;
  held: number | null;
  spent: number | null;
  expired: number | null;
  revoked: number | null;
}

export interface CreditHoldTable {
  account: number;
  id: GeneratedAlways<number>;
  op_key: string;
  amount: number;
  settled: Defaulted<number>;
  status: Defaulted<string>;
  lease_until: Timestamp;
  created_at: Timestamp;
  closed_at: Timestamp | null;
  key_id: string | null;
  job: string | null;
}

export interface CreditHoldPartTable {
  account: number;
  hold_id: number;
  lot_id: number;
  amount: number;
}

export interface CreditLedgerTable {
  account: number;
  op_key: string;
  lot_id: number;
  id: Defaulted<number>;
  amount: number;
  balance_after: number;
  at: Timestamp;
  kind: number;
  hold_id: number | null;
  reverses: string | null;
  reason: string | null;
}

export interface CreditLedgerMarkTable {
  at: Timestamp;
  id: number;
}

export interface CreditLotTable {
  id: GeneratedAlways<number>;
  account: number;
  source: string;
  source_ref: string;
  reason: Defaulted<string>;
  granted_by: Defaulted<string>;
  granted: number;
  avail: number;
  held: Defaulted<number>;
  spent: Defaulted<number>;
  expired: Defaulted<number>;
  revoked: Defaulted<number>;
  expires_at: Defaulted<Timestamp>;
  closed_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
}

export interface CreditProofTable {
  reading: string;
  account: number;
  through_id: number;
  balance_after: number;
  at: Timestamp;
}

export interface CreditProofHoldTable {
  reading: string;
  account: number;
  hold_id: number;
  opened: number;
  settled: number;
  closed: number;
}

export interface CreditProofLotTable {
  reading: string;
  account: number;
  lot_id: number;
  granted: number;
  avail: number;
  held: number;
  spent: number;
  expired: number;
  revoked: number;
}

export interface CreditProofMonthTable {
  reading: string;
  account: number;
  month: string;
  rows: number;
  content: number;
}

export interface CreditProofRefundTable {
  reading: string;
  account: number;
  reverses: string;
}

export interface CreditProofRoundTable {
  is_only: Defaulted<boolean>;
  next_account: Defaulted<number>;
  ended_at: Timestamp | null;
}

export interface CustomerActTable {
  id: GeneratedAlways<number>;
  account: number;
  at: Defaulted<Timestamp>;
  actor: string;
  operation: string;
  event: string;
  request_id: string;
  details: Json;
}

export interface DatabaseHomeTable {
  is_only: Defaulted<boolean>;
  system_identifier: string;
  database_oid: number;
  timeline: string;
}

export interface DeliveryTable {
  id: GeneratedAlways<number>;
  provider: string;
  digest: Buffer;
  event: string | null;
  type: string;
  body: Buffer;
  received_at: Timestamp;
  repeats: Defaulted<number>;
  tries: Defaulted<number>;
  applied_at: Timestamp | null;
  facts: number | null;
  mentions: Defaulted<string[]>;
  problem: string | null;
}

export interface DirectoryChangeTable {
  profile_hash: string;
  version: number;
  at: Defaulted<Timestamp>;
}

export interface DirectoryFormerTable {
  profile_hash: string;
  version: number;
  contacts: Json;
  changed_at: Defaulted<Timestamp>;
}

export interface DirectoryImportTable {
  id: string;
  sha256: Buffer | null;
  file_name: string;
  format: string | null;
  status: Defaulted<string>;
  lines: Defaulted<number>;
  accepted: Defaulted<number>;
  merged: Defaulted<number>;
  suppressed: Defaulted<number>;
  rejected: Defaulted<number>;
  rejected_values: Defaulted<number>;
  without_contact: Defaulted<number>;
  warnings: Defaulted<string[]>;
  detail: string | null;
  actor: string;
  started_at: Defaulted<Timestamp>;
  finished_at: Timestamp | null;
  worked_ms: Defaulted<number>;
  reading: Json | null;
  repeated_by: string | null;
}

export interface DirectoryProfileTable {
  profile_hash: string;
  network: string;
  handle: string;
  url: string;
  contacts: Json;
  suppression_keys: string[];
  import_id: string | null;
  version: Defaulted<number>;
  holds: number;
  name_words: string[] | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  checked: Json | null;
}

export interface DirectoryQualityTable {
  is_only: Defaulted<boolean>;
  measured_at: Timestamp;
  state: string;
  report: Json;
}

export interface DirectoryRejectTable {
  import_id: string;
  line: number;
  place: number;
  scope: string;
  column_name: string | null;
  reason: string;
  detail: string;
}

export interface DirectoryRejectGroupTable {
  import_id: string;
  scope: string;
  column_name: string;
  reason: string;
  detail: string;
  amount: number;
  lines: number[];
}

export interface DirectoryStatementTable {
  profile_hash: string;
  import_id: string;
  contacts: Json;
}

export interface DirectoryTallyTable {
  id: GeneratedAlways<number>;
  network: string;
  measure: string;
  amount: number;
}

export interface EmailVerdictTable {
  key: string;
  verdict: string;
  reason: string;
  mx: string | null;
  reply: string | null;
  told_by: string;
  checked_at: Timestamp;
  expires_at: Timestamp;
}

export interface ExtensionSessionTable {
  id: string;
  account: number;
  label: string;
  created_at: Timestamp;
  refreshed_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  ended_because: string | null;
}

export interface ExtensionTokenTable {
  hash: Buffer;
  session: string;
  is_refresh: boolean;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface HealthFindingTable {
  position: number;
  check: string;
  state: string;
  says: string;
  remedy: string;
  at: Timestamp;
}

export interface HttpValidatorTable {
  profile_hash: string;
  url_hash: string;
  etag: string | null;
  last_modified: string | null;
  body: Json;
  fetched_at: Timestamp;
}

export interface IdempotentAnswerTable {
  scope: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: Json | null;
  lease: string | null;
  leased_until: Timestamp | null;
  phases: Defaulted<Json>;
  created_at: Defaulted<Timestamp>;
}

export interface IdentityAdmissionTable {
  kind: string;
  handle: string;
  until: Timestamp;
  actor: string;
}

export interface IdentityAttemptTable {
  id: GeneratedAlways<number>;
  at: Timestamp;
  step: string;
  account_id: string | null;
  email: string | null;
  mailbox: string | null;
  provider_user: string | null;
  whatsapp: string | null;
  device: string | null;
  ip: string | null;
  address_key: string;
  user_agent: string;
  code: string | null;
  signals: string[];
  claimed_by: string[];
}

export interface IdentityHandleTable {
  kind: string;
  handle: string;
  account: number;
  claimed_at: Defaulted<Timestamp>;
}

export interface IdentityLockTable {
  id: GeneratedAlways<number>;
  subject_type: string;
  subject: string;
  reason: string;
  created_by: string;
  created_at: Defaulted<Timestamp>;
  expires_at: Defaulted<Timestamp>;
  lifted_at: Timestamp | null;
  lifted_by: string | null;
}

export interface IdentityRefusedHeartbeatsTable {
  day: string;
  reason: string;
  heartbeats: number;
}

export interface IdentitySessionTable {
  account: number;
  session_id: string;
  address_key: string;
  user_agent: string;
  started_at: Timestamp;
  last_seen_at: Timestamp;
  last_seen_on: GeneratedAlways<string | null>;
}

export interface JobTable {
  account: number;
  id: string;
  key_id: string | null;
  is_test: boolean;
  opened_from: string;
  name: string | null;
  include: string[] | null;
  webhook_url: string | null;
  traceparent: string | null;
  status: string;
  paused_because: string | null;
  failed_because: string | null;
  created_at: Defaulted<Timestamp>;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  results_until: Timestamp | null;
  has_results: Defaulted<boolean>;
  own_columns: Json | null;
  row_count: number;
  bytes: Defaulted<number>;
  profiles: number;
  repeated: number;
  refused: number;
  completed: Defaulted<number>;
  not_found: Defaulted<number>;
  failed: Defaulted<number>;
  cancelled: Defaulted<number>;
  credits_limit: number | null;
  spent: Defaulted<number>;
  weight: number;
  directory_row: number | null;
  sources_row: number | null;
  claimed_at: Timestamp | null;
  paced_from: Timestamp | null;
  paced_done: Defaulted<number>;
  per_minute: number | null;
  already_paid: Defaulted<number>;
}

export interface JobClaimTable {
  account: number;
  job: string;
  lane: string;
  from_row: number;
  to_row: number;
  items: number;
  worker: string;
  token: string;
  lease_until: Timestamp;
  takeovers: Defaulted<number>;
}

export interface JobItemTable {
  account: number;
  job: string;
  row: number;
  profile_hash: string | null;
  line: number | null;
  profile_url: string;
  name: string | null;
  client_reference: string | null;
  status: string;
  own: string | null;
  repeats_row: number | null;
  reason: string | null;
  lookup: string | null;
  charged: Defaulted<number>;
  tries: Defaulted<number>;
  asks: Defaulted<number>;
}

export interface JobTurnTable {
  account: number;
  lane: string;
  pass: number;
  ready_at: Defaulted<Timestamp>;
}

export interface KeyUseTable {
  key_id: string;
  last_used_at: Timestamp;
}

export interface KeyViolationTable {
  key_id: string;
  window_started_at: Timestamp;
}

export interface LookupTable {
  account: number;
  op_key: string;
  profile_hash: string;
  balance_after: number;
  created_at: Defaulted<Timestamp>;
  kept_until: Defaulted<Timestamp | null>;
  document_version: number | null;
  charged: number;
  takeovers: Defaulted<number>;
  is_reported: Defaulted<boolean>;
  is_test: Defaulted<boolean>;
  status: string;
  reason: string | null;
  answer: string;
  request_hash: string | null;
  key_id: string | null;
  pending_call: Json | null;
  worker: string | null;
  working_until: Timestamp | null;
}

export interface LookupFreeTable {
  account: number;
  is_test: boolean;
  day: string;
  answers: number;
}

export interface LookupPastTable {
  account: number;
  op_key: string;
  profile_hash: string;
  at: Timestamp;
  emails: number;
  phones: number;
  links: number;
  profile_url: string;
  handle: string | null;
  full_name: string | null;
  sources: string[] | null;
}

export interface LookupRepeatTable {
  account: number;
  profile_hash: string;
  paid_at: Defaulted<Timestamp>;
}

export interface LookupTimeTable {
  hour: Timestamp;
  most_ms: number;
  lookups: number;
}

export interface LookupVetoTable {
  account: number;
  profile_hash: string;
  name_marks: string[];
  vetoed_at: Defaulted<Timestamp>;
}

export interface LookupWithdrawnTable {
  profile_hash: string;
  withdrawn_at: Defaulted<Timestamp>;
}

export interface MailChoiceTable {
  account: number;
  type: string;
  off_at: Timestamp;
}

export interface MailStopTable {
  key: string;
  shown: string;
  cause: string;
  reason: string;
  stopped_at: Timestamp;
}

export interface MailboxProofTable {
  account: number;
  email: string;
  proved_at: Timestamp;
}

export interface OperatorAlertTable {
  id: GeneratedAlways<number>;
  at: Defaulted<Timestamp>;
  kind: string;
  subject: string;
  details: Defaulted<Json>;
  resolved_at: Timestamp | null;
  times: Defaulted<number>;
  last_at: Defaulted<Timestamp>;
  resolved_by: string | null;
  note: string | null;
}

export interface OperatorLinkTable {
  hash: Buffer;
  id: string;
  email: string;
  created_by: string;
  link_from: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface OperatorRoleTable {
  email: string;
  role: string;
  changed_at: Timestamp;
  actor: string;
}

export interface OperatorSessionTable {
  hash: Buffer;
  id: string;
  email: string;
  link: string | null;
  link_from: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface OptOutRequestTable {
  id: string;
  kind: string;
  target: string | null;
  key: string;
  way: string;
  waits_because: string | null;
  status: Defaulted<string>;
  created_at: Timestamp;
  expires_at: Timestamp;
  mailbox: string | null;
  mail_domain: string | null;
  mail_tried_at: Timestamp | null;
  mailed_at: Timestamp | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
}

export interface PastSessionTable {
  account: number;
  source: string;
  at: Timestamp;
  what: string;
  detail: Json;
}

export interface PaymentTable {
  id: string;
  number: GeneratedAlways<number>;
  kind: string;
  provider: string;
  reference: string;
  provider_payment_id: string;
  purchase: string;
  account: number | null;
  plan: string;
  amount_paise: number;
  currency: string;
  method: string | null;
  subscription: string | null;
  period_start: Timestamp | null;
  period_end: Timestamp | null;
  occurred_at: Timestamp;
  recorded_at: Defaulted<Timestamp>;
  outcome: string | null;
  credits: number | null;
  credits_expire_at: Timestamp | null;
  lot: number | null;
  credits_reversed: Defaulted<number>;
  credits_short: Defaulted<number>;
  frozen_by: number | null;
  frozen_credits: Defaulted<number>;
  document: string | null;
}

export interface PlanFeatureTable {
  plan: string;
  mcp: boolean;
  reason: string;
  changed_by: string;
  changed_at: Timestamp;
}

export interface PromoTable {
  id: GeneratedAlways<number>;
  code: string;
  credits: number;
  valid_days: number;
  max_uses: number | null;
  uses: Defaulted<number>;
  starts_at: Timestamp | null;
  ends_at: Timestamp | null;
  per_account_once: boolean;
  is_active: boolean;
  message: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  updated_by: string;
}

export interface PromoClosedMailboxTable {
  promo: number;
  mailbox: string;
}

export interface PromoRedemptionTable {
  id: GeneratedAlways<number>;
  promo: number;
  account: number;
  credits: number;
  redeemed_at: Timestamp;
  expires_at: Timestamp;
}

export interface ProviderDisputeTable {
  provider: string;
  id: string;
  payment: string;
  amount_paise: number;
  rank: number;
  at: Timestamp;
}

export interface ProviderPaymentTable {
  provider: string;
  id: string;
  rank: number;
  amount_paise: number;
  currency: string;
  order_reference: string | null;
  invoice: string | null;
  method: string | null;
  failure: string | null;
  subscription: string | null;
  period_start: Timestamp | null;
  period_end: Timestamp | null;
  captured_at: Timestamp | null;
  first_seen_at: Timestamp;
  is_settled: Defaulted<boolean>;
}

export interface ProviderRefundTable {
  provider: string;
  id: string;
  payment: string;
  amount_paise: number;
  rank: number;
  at: Timestamp;
}

export interface PurchaseTable {
  id: string;
  plan: string;
  kind: string;
  account: number | null;
  provider: string;
  amount_paise: number;
  credits: number;
  terms: Json;
  notify_email: Defaulted<string>;
  created_at: Timestamp;
  claimed_at: Timestamp | null;
  asked_at: Timestamp | null;
}

export interface PurchaseMailTable {
  purchase: string;
  kind: string;
  about: Defaulted<string>;
  mailbox: string;
  queued_at: Defaulted<Timestamp>;
  taken_at: Timestamp | null;
  ended_at: Timestamp | null;
  outcome: string | null;
}

export interface PurchaseReferenceTable {
  provider: string;
  reference: string;
  purchase: string;
  created_at: Timestamp;
}

export interface RefundRequestTable {
  id: string;
  provider: string;
  payment: string;
  purchase: string;
  amount_paise: number;
  reason: string;
  actor: string;
  asked_at: Timestamp;
  refund: string | null;
  refusal: string | null;
}

export interface RefusedCallTable {
  id: string;
  account: number;
  at: Timestamp;
  operation: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  duration_ms: number;
  key_id: string;
  is_test: boolean;
  opened_from: string;
  request_id: string;
  request: string | null;
  answer: string | null;
  profiles: Defaulted<string[]>;
}

export interface RunningProcessTable {
  id: string;
  role: string;
  host: string;
  takes_jobs: boolean;
  started_at: Defaulted<Timestamp>;
  seen_at: Defaulted<Timestamp>;
  version: Defaulted<string>;
  disk_free_bytes: number | null;
}

export interface SandboxDeliveryTable {
  id: string;
  sale: string;
  event: string;
  body: string;
  created_at: Timestamp;
  position: GeneratedAlways<number>;
  tries: Defaulted<number>;
  next_try_at: Timestamp;
  accepted_at: Timestamp | null;
}

export interface SandboxSaleTable {
  id: string;
  purchase: string;
  state: Json;
  created_at: Timestamp;
}

export interface SettingVersionTable {
  version: number;
  changes: Json;
  before: Defaulted<Json>;
  reason: string;
  actor: string;
  created_at: Defaulted<Timestamp>;
}

export interface SourceAnswerTable {
  profile_hash: string;
  source: string;
  wanted: number;
  contacts: Json | null;
  fetched_at: Defaulted<Timestamp>;
  fresh_until: Timestamp;
}

export interface SourceClaimTable {
  profile_hash: string;
  source: string;
  wanted: number;
  holder: string;
  claimed_until: Timestamp;
}

export interface SourceProfileTable {
  profile_hash: string;
  url: string;
  suppression_keys: string[];
  seen_at: Timestamp;
}

export interface SourceTallyTable {
  source: string;
  day: string;
  asked: Defaulted<number>;
  found: Defaulted<number>;
  not_found: Defaulted<number>;
  failed: Defaulted<number>;
  ms: Defaulted<number>;
  paise: Defaulted<string>;
  uncertain_paise: Defaulted<string>;
  values_found: Defaulted<number>;
  emails_found: Defaulted<number>;
  phones_found: Defaulted<number>;
  links_found: Defaulted<number>;
  credits_earned: Defaulted<string>;
}

export interface SubscriptionTable {
  provider: string;
  reference: string;
  purchase: string;
  account: number | null;
  plan: string;
  amount_paise: number;
  status: string;
  is_over: Defaulted<boolean>;
  status_at: Timestamp;
  rank: Defaulted<number>;
  period_start: Timestamp | null;
  period_end: Timestamp | null;
  first_paid_at: Timestamp | null;
  paid_until: Timestamp | null;
  stops_at: Timestamp | null;
  stop_reason: string | null;
  stopped_at: Timestamp | null;
}

export interface SupplierVersionTable {
  version: GeneratedAlways<number>;
  name: string;
  address_lines: string[];
  gstin: string;
  sac: string;
  changed_at: Timestamp;
  actor: string;
  reason: string;
}

export interface SuppressionTable {
  key: string;
  kind: string;
  reason: string;
  requested_by: string;
  because_of: string | null;
  created_at: Defaulted<Timestamp>;
  erased_at: Timestamp | null;
}

export interface SuppressionPepperTable {
  is_only: Defaulted<boolean>;
  check_value: string;
}

export interface SuppressionWithdrawalTable {
  id: Defaulted<string>;
  profile_hash: string;
  is_announced: boolean;
  at: Defaulted<Timestamp>;
}

export interface TaxDocumentTable {
  id: GeneratedAlways<number>;
  kind: string;
  prefix: string;
  financial_year: string;
  serial: number;
  number: string;
  account: number;
  provider: string;
  provider_payment_id: string;
  provider_refund_id: string | null;
  invoice: number | null;
  issued_at: Timestamp;
  place_of_supply: string;
  total_paise: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  utgst_paise: number;
  igst_paise: number;
  paper: Json;
}

export interface TaxDocumentFileTable {
  document: number;
  pdf: Buffer;
  rendered_at: Defaulted<Timestamp>;
}

export interface TaxDocumentSeriesTable {
  prefix: string;
  financial_year: string;
  last_number: number;
}

export interface UnearnedVendorMoneyTable {
  day: string;
  account: number;
  paise: Defaulted<number>;
  reserved: Defaulted<number>;
  alerted_at: Timestamp | null;
}

export interface UsageCallTable {
  account: number | null;
  at: Timestamp | null;
  op_key: string | null;
  credits: number | null;
  profile_hash: string | null;
  disclosed_fields: number | null;
  is_test: boolean | null;
  kind: string | null;
  status: string | null;
  reason: string | null;
  network: string | null;
  door: string | null;
  key_id: string | null;
  client_reference: string | null;
  job: string | null;
}

export interface UsageEventTable {
  account: number;
  at: Defaulted<Timestamp>;
  op_key: string;
  credits: number;
  profile_hash: string | null;
  disclosed_fields: number | null;
  is_test: Defaulted<boolean>;
  kind: string;
  status: string | null;
  reason: string | null;
  network: string;
  door: string;
  key_id: string | null;
  client_reference: string | null;
  job: string | null;
}

export interface UsageHourTable {
  account: number;
  hour: Timestamp;
  kind: string;
  status: string;
  network: string;
  is_test: boolean;
  door: string;
  key_id: string;
  requests: number;
  credits: number;
  job: Defaulted<string>;
  reason: Defaulted<string>;
}

export interface VendorQuestionTable {
  account: number;
  op_key: string;
  worker: string;
  source: string;
  day: string;
  paise: number;
  is_simulated: boolean;
}

export interface VerificationDueTable {
  profile_hash: string;
  sold: number;
  rank: number;
  tries: Defaulted<number>;
  due_at: Timestamp;
}

export interface VerificationHourTable {
  hour: Timestamp;
  host: string;
  asked: number;
  connected: Defaulted<number>;
}

export interface VerificationProgressTable {
  id: Defaulted<boolean>;
  sold_through: Timestamp;
  swept_through: string | null;
}

export interface WebBrowserTable {
  account: number;
  browser: Buffer;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
}

export interface WebSessionTable {
  hash: Buffer;
  id: string;
  account: number;
  email: string;
  name: string | null;
  provider: string;
  provider_user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface WebhookAttemptTable {
  account: number;
  delivery: number;
  number: number;
  at: Timestamp;
  status_code: number | null;
  failure: string | null;
  duration_ms: number;
}

export interface WebhookDeliveryTable {
  account: number;
  id: GeneratedAlways<number>;
  message_id: string;
  url: string;
  type: string;
  body: string;
  traceparent: string | null;
  created_at: Timestamp;
  started_at: Timestamp;
  status: string;
  attempts: Defaulted<number>;
  round_attempts: Defaulted<number>;
  next_attempt_at: Timestamp | null;
  sending: Defaulted<boolean>;
  ended_at: Timestamp | null;
  endpoint: string | null;
  subject: Defaulted<string>;
}

export interface WebhookEndpointTable {
  id: string;
  account: number;
  name: string;
  url: string;
  enabled: Defaulted<boolean>;
  salt: Defaulted<string>;
  previous_salt: string | null;
  previous_until: Timestamp | null;
  created_at: Timestamp;
  events: Defaulted<string[]>;
  failing_since: Timestamp | null;
  switched_off_at: Timestamp | null;
}

export interface WebhookOnceTable {
  account: number;
  type: string;
  about: string;
  at: Timestamp;
}

export interface WebhookSecretTable {
  account: number;
  salt: Defaulted<string>;
  created_at: Timestamp;
  shown_at: Timestamp | null;
  retires_at: Timestamp | null;
}

export interface WhatsappMessageTable {
  id: string;
  account: number;
  number: string;
  code_digest: Buffer | null;
  sent_at: Timestamp;
  expires_at: Timestamp;
  tries: Defaulted<number>;
  used_at: Timestamp | null;
  counts: Defaulted<boolean>;
  address_key: Defaulted<string>;
  device: Defaulted<string>;
  has_reserve: Defaulted<boolean>;
  reference: string | null;
  delivery: Defaulted<string>;
  delivery_at: Timestamp | null;
  error_code: number | null;
  rests_until: Timestamp | null;
}

export interface WhatsappNumberTable {
  account: number;
  number: string;
  recorded_at: Timestamp;
  verified_at: Timestamp | null;
}

export interface WhatsappPauseTable {
  is_only: Defaulted<boolean>;
  until: Timestamp;
}

export interface WhatsappProofTable {
  account: number;
  number: string;
  proved_at: Timestamp;
}

export interface Database {
  account: AccountTable;
  account_feature: AccountFeatureTable;
  account_mail: AccountMailTable;
  account_note: AccountNoteTable;
  agent_code: AgentCodeTable;
  agent_connection: AgentConnectionTable;
  agent_token: AgentTokenTable;
  api_key: ApiKeyTable;
  audit_entry: AuditEntryTable;
  background_migration: BackgroundMigrationTable;
  backup_made: BackupMadeTable;
  bounce_report: BounceReportTable;
  bounce_tally: BounceTallyTable;
  bounce_webhook: BounceWebhookTable;
  business_profile: BusinessProfileTable;
  campaign: CampaignTable;
  catalogue_version: CatalogueVersionTable;
  contract: ContractTable;
  credit_account: CreditAccountTable;
  credit_budget: CreditBudgetTable;
  credit_effect: CreditEffectTable;
  credit_hold: CreditHoldTable;
  credit_hold_part: CreditHoldPartTable;
  credit_ledger: CreditLedgerTable;
  credit_ledger_mark: CreditLedgerMarkTable;
  credit_lot: CreditLotTable;
  credit_proof: CreditProofTable;
  credit_proof_hold: CreditProofHoldTable;
  credit_proof_lot: CreditProofLotTable;
  credit_proof_month: CreditProofMonthTable;
  credit_proof_refund: CreditProofRefundTable;
  credit_proof_round: CreditProofRoundTable;
  customer_act: CustomerActTable;
  database_home: DatabaseHomeTable;
  delivery: DeliveryTable;
  directory_change: DirectoryChangeTable;
  directory_former: DirectoryFormerTable;
  directory_import: DirectoryImportTable;
  directory_profile: DirectoryProfileTable;
  directory_quality: DirectoryQualityTable;
  directory_reject: DirectoryRejectTable;
  directory_reject_group: DirectoryRejectGroupTable;
  directory_statement: DirectoryStatementTable;
  directory_tally: DirectoryTallyTable;
  email_verdict: EmailVerdictTable;
  extension_session: ExtensionSessionTable;
  extension_token: ExtensionTokenTable;
  health_finding: HealthFindingTable;
  http_validator: HttpValidatorTable;
  idempotent_answer: IdempotentAnswerTable;
  identity_admission: IdentityAdmissionTable;
  identity_attempt: IdentityAttemptTable;
  identity_handle: IdentityHandleTable;
  identity_lock: IdentityLockTable;
  identity_refused_heartbeats: IdentityRefusedHeartbeatsTable;
  identity_session: IdentitySessionTable;
  job: JobTable;
  job_claim: JobClaimTable;
  job_item: JobItemTable;
  job_turn: JobTurnTable;
  key_use: KeyUseTable;
  key_violation: KeyViolationTable;
  lookup: LookupTable;
  lookup_free: LookupFreeTable;
  lookup_past: LookupPastTable;
  lookup_repeat: LookupRepeatTable;
  lookup_time: LookupTimeTable;
  lookup_veto: LookupVetoTable;
  lookup_withdrawn: LookupWithdrawnTable;
  mail_choice: MailChoiceTable;
  mail_stop: MailStopTable;
  mailbox_proof: MailboxProofTable;
  operator_alert: OperatorAlertTable;
  operator_link: OperatorLinkTable;
  operator_role: OperatorRoleTable;
  operator_session: OperatorSessionTable;
  opt_out_request: OptOutRequestTable;
  past_session: PastSessionTable;
  payment: PaymentTable;
  plan_feature: PlanFeatureTable;
  promo: PromoTable;
  promo_closed_mailbox: PromoClosedMailboxTable;
  promo_redemption: PromoRedemptionTable;
  provider_dispute: ProviderDisputeTable;
  provider_payment: ProviderPaymentTable;
  provider_refund: ProviderRefundTable;
  purchase: PurchaseTable;
  purchase_mail: PurchaseMailTable;
  purchase_reference: PurchaseReferenceTable;
  refund_request: RefundRequestTable;
  refused_call: RefusedCallTable;
  running_process: RunningProcessTable;
  sandbox_delivery: SandboxDeliveryTable;
  sandbox_sale: SandboxSaleTable;
  setting_version: SettingVersionTable;
  source_answer: SourceAnswerTable;
  source_claim: SourceClaimTable;
  source_profile: SourceProfileTable;
  source_tally: SourceTallyTable;
  subscription: SubscriptionTable;
  supplier_version: SupplierVersionTable;
  suppression: SuppressionTable;
  suppression_pepper: SuppressionPepperTable;
  suppression_withdrawal: SuppressionWithdrawalTable;
  tax_document: TaxDocumentTable;
  tax_document_file: TaxDocumentFileTable;
  tax_document_series: TaxDocumentSeriesTable;
  unearned_vendor_money: UnearnedVendorMoneyTable;
  usage_call: UsageCallTable;
  usage_event: UsageEventTable;
  usage_hour: UsageHourTable;
  vendor_question: VendorQuestionTable;
  verification_due: VerificationDueTable;
  verification_hour: VerificationHourTable;
  verification_progress: VerificationProgressTable;
  web_browser: WebBrowserTable;
  web_session: WebSessionTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_once: WebhookOnceTable;
  webhook_secret: WebhookSecretTable;
  whatsapp_message: WhatsappMessageTable;
  whatsapp_number: WhatsappNumberTable;
  whatsapp_pause: WhatsappPauseTable;
  whatsapp_proof: WhatsappProofTable;
}
