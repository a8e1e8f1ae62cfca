import type pg from 'pg';
import { termsNamed } from '../support/plans.ts';

const months = 1;
const fewerBy = 6;

/**
 * How the tables that grow without bound are filled: `$rows` for what grows with each call, `$few` for the rest,
 * `$events` for what is found only to half a megabyte.
 */
const fillings: Readonly<Record<string, string>> = {
  account: `insert into account (account_id, email)
    select 'filled ' || n, 'filled-' || n || '@example.com' from generate_series(1, $few) n`,
  api_key: `insert into api_key (id, account, hash, prefix, mode, plan)
    select 'key_filled' || id, id, sha256(convert_to(id::text, 'UTF8')), 'cty', 'live', 'starter' from account
    where account_id like 'filled %'`,
  account_mail: `insert into account_mail (id, account, type, about, queued_at, due_at, ended_at, outcome)
    select 'mail_filled' || n, account.id, 'job_completed', 'filled ' || n, at, at, at, 'sent'
    from generate_series(1, $rows) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    cross join lateral (select clock_timestamp() - n * interval '400 days' / $rows as at) queued`,
  credit_lot: `insert into credit_lot (account, source, source_ref, granted, avail, spent, expires_at, closed_at)
    select account.id, 'operator', 'filled ' || n, 10, case when n % 5 = 0 then 10 else 0 end,
      case when n % 5 = 0 then 0 else 10 end, clock_timestamp() + interval '1 year', case when n % 5 = 0 then null else clock_timestamp() end
    from generate_series(1, $rows) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  credit_ledger: `insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
    select account, gen_random_uuid(), id, 1, 10, 10, created_at from credit_lot where source_ref like 'filled %'`,
  credit_hold: `insert into credit_hold (account, op_key, amount, status, lease_until, created_at, closed_at)
    select account.id, gen_random_uuid(), 1, 'released', clock_timestamp(), clock_timestamp() - n * interval '31 days' / $few,
      clock_timestamp() - n * interval '31 days' / $few
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  credit_hold_part: `insert into credit_hold_part (account, hold_id, lot_id, amount)
    select hold.account, hold.id, lot.id, 1 from credit_hold hold
    cross join lateral (select id from credit_lot where account = hold.account and id > 0 order by id limit 1) lot`,
  credit_proof: `insert into credit_proof (reading, account, through_id, balance_after, at)
    select 'proved', account, max(id), 10, max(at) from credit_ledger group by account`,
  credit_proof_lot: `insert into credit_proof_lot (reading, account, lot_id, granted, avail, held, spent, expired, revoked)
    select 'proved', account, lot_id, 10, 10, 0, 0, 0, 0 from credit_ledger`,
  credit_proof_hold: `insert into credit_proof_hold (reading, account, hold_id, opened, settled, closed)
    select 'proved', account, id, 1, 0, 1 from credit_hold`,
  credit_proof_month: `insert into credit_proof_month (reading, account, month, rows, content)
    select 'proved', account, date_trunc('month', min(at)), count(*), 0 from credit_ledger group by account`,
  directory_profile: `insert into directory_profile (profile_hash, network, handle, url, contacts, suppression_keys, import_id, holds)
    select md5('profile ' || n)::uuid, 'linkedin', 'filled-' || n, 'https://www.linkedin.com/in/filled-' || n,
      '{"person":{},"emails":[],"phones":[],"links":[]}', array[md5('value ' || n)::uuid], 'imp_filled' || n % 50, 0
    from generate_series(1, $rows) n`,
  directory_former: `insert into directory_former (profile_hash, version, contacts, changed_at)
    select profile_hash, version, contacts, clock_timestamp() - version * interval '25 hours' / $rows from directory_profile`,
  directory_change: `insert into directory_change (profile_hash, version)
    select profile_hash, version from directory_former limit $few`,
  directory_statement: `insert into directory_statement (profile_hash, import_id, contacts)
    select profile_hash, 'imp_filled' || length(url), '{}' from directory_profile`,
  directory_reject: `insert into directory_reject (import_id, line, place, scope, reason, detail)
    select filled.id, n, 0, 'row', 'no_profile', 'filled' from filled, generate_series(1, $few) n`,
  email_verdict: `insert into email_verdict (key, verdict, reason, told_by, checked_at, expires_at)
    select md5('verdict ' || n)::uuid, 'valid', 'accepted', 'smtp', clock_timestamp(), clock_timestamp() + n * interval '30 days' / $rows
    from generate_series(1, $rows) n`,
  verification_due: `insert into verification_due (profile_hash, sold, rank, due_at)
    select profile_hash, 0, length(url) % 20, clock_timestamp() + interval '20 days' from directory_profile`,
  bounce_report: `insert into bounce_report (account, key, op_key, profile_hash, told_by, outcome, reported_at, ended_at)
    select account.id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'api', 'credited', at, at
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    cross join lateral (select clock_timestamp() - n * interval '60 days' / $few as at) reported`,
  suppression: `insert into suppression (key, kind, reason, requested_by, erased_at)
    select md5('suppressed ' || n)::uuid, 'email', 'filled', 'operator', clock_timestamp() from generate_series(1, $few) n`,
  // Every tenth under an idempotency key.
  lookup: `insert into lookup (account, op_key, request_hash, profile_hash, status, charged, balance_after, answer, created_at, kept_until)
    select account.id,
      case when n % 10 = 0 then overlay(gen_random_uuid()::text placing '8' from 15)
        else regexp_replace(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), '(.{8})(.{4})', '\\1-\\2-7')
          || substr(gen_random_uuid()::text, 16) end::uuid,
      case when n % 10 = 0 then gen_random_uuid() end, gen_random_uuid(), 'completed', 1, 1, '{}', at, at + interval '24 hours'
    from generate_series(1, $rows) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    cross join lateral (select clock_timestamp() - n * interval '25 hours' / $rows as at) answered`,
  job: `insert into job (account, id, key_id, is_test, opened_from, status, weight, row_count, profiles, repeated, refused, completed,
      created_at, ended_at, results_until)
    select account.id, gen_random_uuid(), 'key_filled' || account.id, false, 'api', 'completed', 1, 4, 4, 0, 0, 4, at, at,
      at + interval '30 days'
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    cross join lateral (select clock_timestamp() - n * interval '31 days' / $few as at) made`,
  job_item: `insert into job_item (account, job, row, profile_url, profile_hash, status, lookup)
    select job.account, job.id, n, 'https://www.linkedin.com/in/filled-' || n, gen_random_uuid(), 'completed', gen_random_uuid()
    from job, generate_series(1, 4) n`,
  lookup_free: `insert into lookup_free (account, is_test, day, answers)
    select id, false, lookup_free_day(), 1 from account where account_id like 'filled %'`,
  lookup_past: `insert into lookup_past (account, op_key, profile_hash, at, emails, phones, links, profile_url, full_name)
    select account, op_key, gen_random_uuid(), clock_timestamp() - '40 days'::interval * random(), 1, 0, 0,
      'https://www.linkedin.com/in/filled', 'Filled' from lookup`,
  lookup_withdrawn: `insert into lookup_withdrawn (profile_hash, withdrawn_at)
    select gen_random_uuid(), clock_timestamp() - n * interval '25 hours' / $few from generate_series(1, $few) n`,
  lookup_repeat: `insert into lookup_repeat (account, profile_hash, paid_at)
    select account, profile_hash, created_at + interval '21 hours' from lookup`,
  lookup_veto: `insert into lookup_veto (account, profile_hash, name_marks, vetoed_at)
    select account, profile_hash, '{}', created_at - interval '29 days 3 hours' from lookup`,
  usage_event: `insert into usage_event (account, at, op_key, kind, status, credits, reason, network, door, profile_hash, disclosed_fields)
    select account.id, clock_timestamp() - ($events - n) * interval '${months} months' / $events, gen_random_uuid(), 'find', 'completed', 1,
      'completed_lookup', 'linkedin', 'api', gen_random_uuid(), 1
    from generate_series(1, $events) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    order by n`,
  source_answer: `insert into source_answer (profile_hash, source, wanted, contacts, fetched_at, fresh_until)
    select gen_random_uuid(), 'github', 1, '{}', clock_timestamp(), clock_timestamp() + (n - 10) * interval '1 minute'
    from generate_series(1, $rows) n`,
  source_profile: `insert into source_profile (profile_hash, url, suppression_keys, seen_at)
    select gen_random_uuid(), 'https://github.com/filled-' || n, array[gen_random_uuid()], clock_timestamp() - interval '31 days' + (n - 10) * interval '1 minute'
    from generate_series(1, $few) n`,
  http_validator: `insert into http_validator (profile_hash, url_hash, body, fetched_at)
    select gen_random_uuid(), gen_random_uuid(), '{}', clock_timestamp() - interval '30 days' + (n - 10) * interval '1 minute'
    from generate_series(1, $few) n`,
  unearned_vendor_money: `insert into unearned_vendor_money (day, account, paise)
    select vendor_day() - (n % 32), n / 32 + 1000000000, 5 from generate_series(1, $few) n`,
  idempotent_answer: `insert into idempotent_answer (scope, key, request_hash, status, body, created_at)
    select 'filled', 'key ' || n, '', 200, '{}', clock_timestamp() - n * interval '25 hours' / $few from generate_series(1, $few) n`,
  audit_entry: `insert into audit_entry (actor, operation, event, request_id)
    select 'filled', 'filled', 'filled', n::text from generate_series(1, $few) n`,
  customer_act: `insert into customer_act (account, at, actor, operation, event, request_id, details)
    select account.id, clock_timestamp() - n * interval '91 days' / $few, 'filled', 'filled', 'filled', n::text, '{}'
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  operator_alert: `insert into operator_alert (kind, subject, resolved_at)
    select 'filled', n::text, clock_timestamp() from generate_series(1, $few) n`,
  webhook_delivery: `insert into webhook_delivery (account, message_id, url, type, body, created_at, started_at, status, ended_at)
    select account.id, 'msg_filled' || n, 'https://hooks.example.com/', 'job.completed', '{}', at, at, 'delivered', at
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1),
      lateral (select clock_timestamp() - n * interval '31 days' / $few as at) aged`,
  webhook_attempt: `insert into webhook_attempt (account, delivery, number, at, status_code, duration_ms)
    select account, id, 1, created_at, 200, 12 from webhook_delivery`,
  webhook_once: `insert into webhook_once (account, type, about, at)
    select account.id, 'filled', 'lot ' || n, clock_timestamp() - n * interval '401 days' / $few
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  account_feature: `insert into account_feature select id, false, 'filled', 'filled', now() from account where account_id like 'filled %'`,
  extension_session: `insert into extension_session select 'exs_filled' || n, account.id, 'filled', now(), now(), now() + n * interval '1 minute'
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  agent_connection: `insert into agent_connection select id, account, 'filled', 'filled', null, 'x:', '{lookup}', now(), now(), now() + account * interval '1 minute' from api_key where id like 'key_filled%'`,
  agent_token: `insert into agent_token select sha256(id::bytea), id, true, expires_at from agent_connection`,
  agent_code: `insert into agent_code select sha256(id::bytea), account, client_id, client_name, null, 'x:', repeat('x', 43), scopes, null, now(), expires_at, id from agent_connection`,
  extension_token: `insert into extension_token (hash, session, is_refresh, expires_at) select sha256(id::bytea), id, true, expires_at from extension_session`,
  key_violation: `insert into key_violation select id, now() - n * interval '10 minutes' from api_key, generate_series(1, 9) n where id like 'key_filled%'`,
  identity_lock: `insert into identity_lock (subject_type, subject, reason, created_by, lifted_at, lifted_by)
    select 'email', 'filled-' || n || '@example.com', 'filled', 'filled', clock_timestamp() - n * interval '10 years' / $few, 'filled'
    from generate_series(1, $few) n`,
  identity_handle: `insert into identity_handle (kind, handle, account) select 'email', email, id from account where account_id like 'filled %'`,
  identity_attempt: `insert into identity_attempt (at, step, email, mailbox, ip, address_key, user_agent, code, signals, claimed_by)
    select clock_timestamp() - n * interval '100 days' / $few, 'vet', 'filled@example.com', 'filled-' || n || '@example.com', '203.0.113.7',
      '203.0.113.7', 'filled', null, '{}', '{}'
    from generate_series(1, $few) n`,
  identity_session: `insert into identity_session (account, session_id, address_key, user_agent, started_at, last_seen_at)
    select account.id, 'filled ' || n, '203.0.113.7', 'filled', clock_timestamp(), clock_timestamp() - n * interval '40 hours' / $few
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  web_session: `insert into web_session (hash, id, account, email, provider, provider_user_id, created_at, expires_at)
    select sha256(convert_to('web ' || n, 'UTF8')), 'ses_filled' || n, account.id, 'filled@example.com', 'filled', n::text,
      clock_timestamp() - n * interval '7 days' / $few, clock_timestamp() + interval '7 days' - n * interval '7 days' / $few
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  web_browser: `insert into web_browser (account, browser, first_seen_at, last_seen_at)
    select account, hash, created_at, clock_timestamp() from web_session where id like 'ses_filled%'`,
  past_session: `insert into past_session (account, source, at, what, detail)
    select account, 'web_session', created_at, 'filled', '{}' from web_session where id like 'ses_filled%'`,
  whatsapp_number: `insert into whatsapp_number (account, number, recorded_at, verified_at)
    select id, '+14155550100', clock_timestamp(), clock_timestamp() from account where account_id like 'filled %'`,
  whatsapp_proof: `insert into whatsapp_proof (account, number, proved_at) select account, number, verified_at from whatsapp_number`,
  whatsapp_message: `insert into whatsapp_message (id, account, number, sent_at, expires_at, delivery)
    select 'wam_filled' || n, account.id, '+14155550100', at, at, 'read'
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    cross join lateral (select clock_timestamp() - n * interval '31 days' / $few as at) sent`,
  business_profile: `insert into business_profile (account, first_name, last_name, address_line1, address_line2, city, state_code, pincode, saved_by, saved_at)
    select id, 'Filled', 'Example', '1 Example Street', '', 'Panaji', '30', '403001', 'filled', clock_timestamp()
    from account where account_id like 'filled %'`,
  mailbox_proof: `insert into mailbox_proof (account, email, proved_at)
    select id, email, clock_timestamp() from account where account_id like 'filled %'`,
  purchase: `insert into purchase (id, plan, kind, account, provider, amount_paise, credits, terms, created_at, claimed_at)
    select 'pur_filled' || n, 'starter', 'monthly', account.id, 'sandbox', 9900, 20, '${JSON.stringify(termsNamed('starter'))}', at, at
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)
    cross join lateral (select clock_timestamp() - n * interval '120 days' / $few as at) sold`,
  purchase_reference: `insert into purchase_reference (provider, reference, purchase, created_at) select provider, 'sub_' || id, id, created_at from purchase`,
  purchase_mail: `insert into purchase_mail (purchase, kind, mailbox, queued_at, taken_at, ended_at, outcome)
    select id, 'purchase_receipt', md5(id)::uuid, created_at, created_at, created_at, 'sent' from purchase`,
  provider_payment: `insert into provider_payment (provider, id, rank, amount_paise, currency, subscription, period_start, period_end, captured_at, first_seen_at, is_settled)
    select provider, 'pay_' || id, 3, 9900, 'INR', 'sub_' || id, created_at, created_at + interval '1 month', created_at, created_at, true from purchase`,
  provider_refund: `insert into provider_refund (provider, id, payment, amount_paise, rank, at)
    select provider, 'rfnd_' || id, 'pay_other' || id, 9900, 2, created_at from purchase`,
  provider_dispute: `insert into provider_dispute (provider, id, payment, amount_paise, rank, at)
    select provider, 'disp_' || id, 'pay_other' || id, 9900, 2, created_at from purchase`,
  subscription: `insert into subscription (provider, reference, purchase, account, plan, amount_paise, status, is_over, status_at, period_start, period_end, paid_until)
    select provider, 'sub_' || id, id, account, plan, 9900, 'cancelled', true, created_at, created_at, created_at, created_at from purchase`,
  payment: `insert into payment (id, kind, provider, reference, provider_payment_id, purchase, account, plan, amount_paise, currency, subscription,
      period_start, occurred_at, recorded_at, outcome, lot, document)
    select 'pay_' || id, 'payment', provider, 'pay_' || id, 'pay_' || id, id, account, plan, 9900, 'INR', 'sub_' || id,
      created_at, created_at, created_at, 'granted', 1, 'filled' from purchase`,
  delivery: `insert into delivery (provider, digest, type, body, received_at, applied_at)
    select provider, sha256(convert_to(id, 'UTF8')), 'filled', '', created_at + interval '35 days', clock_timestamp() from purchase`,
  tax_document: `insert into tax_document (kind, prefix, financial_year, serial, number, account, provider, provider_payment_id, issued_at,
      place_of_supply, total_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise, paper)
    select 'invoice', 'FILLED', '2627', n, 'F/' || n, account.id, 'sandbox', 'pay_filled' || n, clock_timestamp(), '30', 9900, 8390, 0, 0, 0, 1510, '{}'
    from generate_series(1, $few) n join account on account.account_id = 'filled ' || (n % $accounts + 1)`,
  tax_document_file: `insert into tax_document_file (document, pdf) select id, '' from tax_document where prefix = 'FILLED'`,
  promo_redemption: `with promo as (
      insert into promo (code, credits, valid_days, per_account_once, is_active, message, created_at, updated_at, updated_by)
      values ('FILLED', 5, 30, true, true, '', clock_timestamp(), clock_timestamp(), 'filled') returning id
    )
    insert into promo_redemption (promo, account, credits, redeemed_at, expires_at)
    select promo.id, account.id, 5, clock_timestamp(), clock_timestamp() from promo, account where account_id like 'filled %'`,
  opt_out_request: `insert into opt_out_request (id, kind, target, key, way, status, created_at, expires_at, decided_at, decided_by)
    select 'opt_filled' || n, 'email', null, gen_random_uuid(), 'mail', 'confirmed', clock_timestamp(), clock_timestamp(), clock_timestamp(), 'subject'
    from generate_series(1, $few) n`,
};

export const filledTables = Object.keys(fillings);

/** The usage log of the past, as if the service had run then. */
async function makePastMonths(client: pg.PoolClient): Promise<void> {
  const setClock = (now: string) =>
    client.query(
      `create or replace function usage_now() returns timestamptz language sql volatile as $$ select ${now} $$`,
    );
  await setClock(`clock_timestamp() - interval '${months} months'`);
  await client.query('do $$ begin while add_month() is not null loop end loop; end $$');
  await setClock('clock_timestamp()');
}

/**
 * Fills every table and returns how many rows each has; `rows` of what grows with each call, `few` of the rest. All of it
 * belongs to the first `accounts`, by default to every account.
 */
export async function fillTables(
  pool: pg.Pool,
  rows: number,
  { few = Math.ceil(rows / fewerBy), accounts = few }: { few?: number; accounts?: number } = {},
): Promise<Map<string, number>> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    await makePastMonths(client);
    await client.query(`create temporary table filled as
      with made as (insert into directory_import (id, file_name, format, actor, status)
        values ('imp_filled', 'filled.csv', 'csv', 'filled', 'completed') returning id) select id from made`);
    for (const statement of Object.values(fillings)) {
      await client.query(
        statement
          .replaceAll('$events', String(rows * 2))
          .replaceAll('$rows', String(rows))
          .replaceAll('$few', String(few))
          .replaceAll('$accounts', String(accounts)),
      );
    }
    await client.query('vacuum analyze');
    return await rowCounts(client);
  } finally {
    client.release(true);
  }
}

async function rowCounts(client: pg.ClientBase): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of filledTables) {
    const { rows } = await client.query<{ amount: number }>(`select count(*) as amount from ${table}`);
    counts.set(table, rows[0]!.amount);
  }
  return counts;
}
