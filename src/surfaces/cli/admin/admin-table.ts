import type { operations } from './operations.generated.ts';

/** An operator's command. Its path, members and texts come from its operation in the OpenAPI document. */
export interface AdminCommand {
  /** The name, and operands as members of the request in capitals. `ACCOUNT` is an account id, or an email if it has an @. */
  usage: string;
  operation: keyof typeof operations;
  /** Default: the operation's. */
  summary?: string;
  /** Members that are options, such as `valid_days` for --valid-days. `reason!` is required here, though not by the operation. */
  options?: string;
  /** Members that are always sent. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Columns of a list: members of a row, each with `as` and its heading if that differs, and with dots into nested members. Without them, the answer is one record, or has one in each of its `rows`. */
  columns?: string;
  /** The member of the answer that has the rows. Default for a list: items. */
  rows?: string;
  /** The list comes whole: the operation's pages are of another one. */
  isWhole?: true;
  /** Asked before what can't be undone, with `{member}` for what the user typed. */
  question?: string;
  /** The member that `--quiet` prints alone. */
  quiet?: string;
  examples: readonly string[];
}

/** In the order that `help admin` lists them. */
export const adminTable: readonly AdminCommand[] = [
  {
    usage: 'grant ACCOUNT CREDITS',
    operation: 'credits.grant-credits',
    options: 'valid_days reason',
    examples: ['grant mira@example.com 25 --reason "A call of May 3"'],
  },
  {
    usage: 'grants',
    operation: 'credits.list-grants',
    options: 'account',
    columns:
      'id as grant, account_id as account, credits, available, expires_at as expires, granted_by as by, reason',
    examples: ['grants', 'grants --account mira@example.com'],
  },
  {
    usage: 'revoke-grant GRANT_ID',
    operation: 'credits.revoke-grant',
    options: 'credits reason',
    question: 'Take back credits of grant {grant_id}?',
    examples: ['revoke-grant 12 --reason "Granted twice"'],
  },
  {
    usage: 'budgets ACCOUNT',
    operation: 'budgets.list-account-budgets',
    columns: 'scope, key, period, credits, spent, left, starts_again_at as again',
    examples: ['budgets mira@example.com'],
  },
  {
    usage: 'campaigns',
    operation: 'growth.list-campaigns',
    columns: 'id as campaign, name, status, starts_at as from, ends_at as until, promo_code as promo',
    examples: ['campaigns'],
  },
  {
    usage: 'campaigns archive CAMPAIGN_ID',
    operation: 'growth.archive-campaign',
    question: 'Archive campaign {campaign_id}? It never runs again.',
    examples: ['campaigns archive cmp_8f3c'],
  },
  {
    usage: 'promos',
    operation: 'growth.list-promos',
    columns: 'code, credits, uses, uses_left as left, active, ends_at as until',
    examples: ['promos'],
  },
  {
    usage: 'redemptions',
    operation: 'growth.list-redemptions',
    options: 'code',
    columns: 'redeemed_at as at, code, account_id as account, email, credits',
    examples: ['redemptions --code WELCOME10'],
  },
  {
    usage: 'accounts',
    operation: 'customers.list-accounts',
    options: 'q locked rpm whatsapp',
    columns:
      'account_id as account, email, name, balance, plan_ids as plans, locked, last_call_at as last call',
    examples: ['accounts --search example.com', 'accounts --locked true'],
  },
  {
    usage: 'account ACCOUNT',
    operation: 'customers.list-accounts',
    summary: 'show one account',
    rows: 'items',
    examples: ['account mira@example.com'],
  },
  {
    usage: 'account email ACCOUNT NEW_EMAIL',
    operation: 'customers.change-email',
    options: 'reason',
    examples: ['account email acme-42 asha@example.org --reason "Moved"'],
  },
  {
    usage: 'journey ACCOUNT',
    operation: 'customers.show-journey',
    columns: 'at, source, what, detail',
    examples: ['journey mira@example.com --all'],
  },
  {
    usage: 'agents',
    operation: 'billing.list-account-features',
    summary: 'list accounts with an agent access of their own',
    columns: 'account_id as account, email, mcp, changed_by as by, changed_at as at, reason',
    examples: ['agents'],
  },
  {
    usage: 'agents on ACCOUNT',
    operation: 'billing.change-account-feature',
    summary: 'let agents of an account in, whatever its plan says',
    options: 'reason',
    fixed: { mcp: true },
    examples: ['agents on mira@example.com --reason "Pilot"'],
  },
  {
    usage: 'agents off ACCOUNT',
    operation: 'billing.change-account-feature',
    summary: 'keep agents of an account out; its lookups still work',
    options: 'reason',
    fixed: { mcp: false },
    examples: ['agents off mira@example.com --reason "Runaway agent"'],
  },
  {
    usage: 'agents inherit ACCOUNT',
    operation: 'billing.change-account-feature',
    summary: "reset an account's agent access to its plan",
    options: 'reason',
    fixed: { inherit: true },
    examples: ['agents inherit mira@example.com --reason "Pilot is over"'],
  },
  {
    usage: 'lock SUBJECT_TYPE SUBJECT',
    operation: 'identity.create-lock',
    summary: 'lock someone out of sign-in and lookups',
    options: 'expires_at reason!',
    examples: ['lock ip 192.0.2.0/24 --reason "Sign-ups by the hundred"'],
  },
  {
    usage: 'unlock SUBJECT_TYPE SUBJECT',
    operation: 'identity.lift-lock.admin.post',
    options: 'reason',
    examples: ['unlock ip 192.0.2.0/24 --reason "The scans are over"'],
  },
  {
    usage: 'locks',
    operation: 'identity.list-locks',
    options: 'account_id subject_type include_expired',
    columns:
      'subject_type as type, subject, status, created_at as since, expires_at as until, created_by as by, reason',
    examples: ['locks', 'locks --include-expired'],
  },
  {
    usage: 'attempts',
    operation: 'identity.list-attempts',
    options: 'email ip code',
    columns: 'at, step, allowed, code, email, ip as address',
    examples: ['attempts', 'attempts --ip 192.0.2.7'],
  },
  {
    usage: 'keys',
    operation: 'keys.list-keys',
    options: 'account prefix status',
    columns:
      'id as key, prefix, account_id as account, plan, status, rate_limit_per_min as rate, expires_at as expires, note',
    examples: ['keys', 'keys --account mira@example.com', 'keys --status banned'],
  },
  {
    usage: 'keys create EMAIL',
    operation: 'keys.create-key',
    summary: 'create a key, which is shown only once',
    options: 'plan credits account_id mode expires_in_days rate_limit_per_min allowed_ips note',
    quiet: 'key',
    examples: [
      'keys create mira@example.com --credits 100 --note "pilot"',
      'keys create mira@example.com --quiet > key.txt',
    ],
  },
  {
    usage: 'keys change KEY_ID',
    operation: 'keys.change-key',
    summary: "change a key's note, rate, addresses or expiry",
    options: 'note rate_limit_per_min allowed_ips expires_at reason',
    examples: ['keys change key_8f3c --rate 120 --note "raised for May"'],
  },
  {
    usage: 'keys revoke KEY_ID',
    operation: 'keys.revoke-key',
    options: 'reason',
    question: 'Revoke key {key_id}? Its holder gets 401 from now on, for good.',
    examples: ['keys revoke key_8f3c --reason "Published by mistake"'],
  },
  {
    usage: 'keys unban KEY_ID',
    operation: 'keys.lift-ban',
    options: 'reason',
    examples: ['keys unban key_8f3c --reason "Their loop is fixed"'],
  },
  {
    usage: 'rate ACCOUNT RPM',
    operation: 'accounts.set-account-rate',
    options: 'message',
    examples: ['rate mira@example.com 240 --message "A launch"', 'rate mira@example.com none'],
  },
  {
    usage: 'sources',
    operation: 'sources.list-sources',
    summary: 'list sources with their state and the last 30 days',
    columns:
      'id as source, state, last_30_days.asked as asked, last_30_days.found as found, last_30_days.failed as failed, last_30_days.cost_paise as paise, reason',
    examples: ['sources'],
  },
  {
    usage: 'sources on SOURCE_ID',
    operation: 'sources.switch-source',
    summary: 'enable a source',
    options: 'reason',
    fixed: { enabled: true },
    examples: ['sources on github --reason "The token is here"'],
  },
  {
    usage: 'sources off SOURCE_ID',
    operation: 'sources.switch-source',
    summary: 'disable a source',
    options: 'reason',
    fixed: { enabled: false },
    examples: ['sources off github --reason "Too many wrong answers"'],
  },
  {
    usage: 'audit',
    operation: 'audit.list-entries',
    options: 'actor action account_id from to',
    columns: 'at, actor, action, account_id as account, before → after as changes, details',
    examples: ['audit', 'audit --by mira --from 2026-11-01T00:00:00Z'],
  },
  {
    usage: 'operators',
    operation: 'sign-in.list-operator-sessions',
    summary: 'list who is signed in to the console',
    columns:
      'id as session, email as operator, by_link as link, link_from as link from, created_at as since, expires_at as until',
    examples: ['operators'],
  },
  {
    usage: 'operators sign-out SESSION_ID',
    operation: 'sign-in.revoke-operator-session',
    examples: ['operators sign-out ses_5kQv0rYx2LmT8aZc1BnW3d'],
  },
  {
    usage: 'operators links',
    operation: 'sign-in.list-operator-links',
    columns:
      'id as link, email as for, created_by as by, created_at as made, expires_at as until, used_at as used',
    examples: ['operators links'],
  },
  {
    usage: 'operators revoke-link LINK_ID',
    operation: 'sign-in.revoke-operator-link',
    summary: 'end a one-time link, and the session that it opened',
    examples: ['operators revoke-link lnk_5kQv0rYx2LmT8aZc1BnW3d'],
  },
  {
    usage: 'alerts',
    operation: 'audit.list-alerts',
    summary: 'list problems that the service detected',
    options: 'status kind',
    columns: 'id as alert, opened_at as since, kind, subject, times, details',
    examples: ['alerts', 'alerts --status all --kind ledger_mismatch'],
  },
  {
    usage: 'alerts resolve ALERT_ID',
    operation: 'audit.close-alert',
    options: 'note',
    examples: ['alerts resolve 7 --note "Booked by hand"'],
  },
  {
    usage: 'settings',
    operation: 'settings.show-settings',
    summary: 'list settings with their values',
    rows: 'settings',
    isWhole: true,
    columns: 'name as setting, value, default, unit',
    examples: ['settings'],
  },
  {
    usage: 'settings history',
    operation: 'settings.show-settings',
    summary: 'list the changes of settings, newest first',
    rows: 'history',
    columns: 'version, created_at as at, actor as by, changes, before, reason',
    examples: ['settings history --limit 10'],
  },
];
