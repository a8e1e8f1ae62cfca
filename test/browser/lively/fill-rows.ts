import type pg from 'pg';
import { displayNames } from '#domains/growth/campaigns/shapes.ts';
import { fillTables } from '../../scale/fill.ts';
import type { Parameters } from './fill-customer.ts';

/** The account that owns every row, and the email that signs in to it. */
export const ownerOfRows = { account_id: 'filled 1', email: 'filled-1@example.com' };

const display = {
  ...Object.fromEntries(displayNames.map((name) => [name, ''])),
  ...{ banner_enabled: true, banner_text: 'Diwali: 50 credits.', banner_theme: 'promo', banner_surfaces: [] },
  ...{ modal_enabled: false, modal_audience: 'first_visit' },
};

/** Lists whose tables `fillTables` leaves small: what operators make, what goes wrong, and what is limited per account. */
const lists: readonly string[] = [
  `insert into operator_alert (kind, subject, details)
    select 'ledger_mismatch', 'filled ' || n, '{"expected": 120, "found": 119}' from generate_series(1, $rows) n`,
  `insert into identity_lock (subject_type, subject, reason, created_by)
    select 'email', 'locked-' || n || '@example.com', 'Stolen cards', 'mira@operators.example.com' from generate_series(1, $rows) n`,
  `insert into directory_import (id, file_name, format, status, lines, accepted, actor, finished_at)
    select 'imp_more' || n, 'partners-' || n || '.csv', 'csv', 'completed', 2000000, 1999999, 'mira@operators.example.com', clock_timestamp()
    from generate_series(2, $rows) n`,
  `insert into directory_reject_group (import_id, scope, column_name, reason, detail, amount, lines)
    select 'imp_filled', 'row', '', 'no_profile', 'No profile link', $rows, array[1]`,
  `insert into promo (code, credits, valid_days, per_account_once, is_active, message, created_at, updated_at, updated_by)
    select 'DIWALI' || n, 50, 30, true, true, 'Happy Diwali!', clock_timestamp(), clock_timestamp(), 'mira@operators.example.com'
    from generate_series(2, $rows) n`,
  `insert into campaign (id, slug, name, is_published, display, makes_promo, created_at, updated_at, updated_by)
    select 'cmp_filled' || n, 'campaign-' || n, 'Campaign ' || n, false, '${JSON.stringify(display)}', false, clock_timestamp(), clock_timestamp(),
      'mira@operators.example.com'
    from generate_series(1, $rows) n`,
  `insert into opt_out_request (id, kind, target, key, way, waits_because, created_at, expires_at)
    select 'opt_open' || n, 'profile', 'https://www.linkedin.com/in/filled-' || n, gen_random_uuid(), 'operator', 'profile_not_readable',
      clock_timestamp(), 'infinity'
    from generate_series(1, $rows) n`,
  `insert into provider_payment (provider, id, rank, amount_paise, currency, captured_at, first_seen_at, is_settled)
    select 'sandbox', 'pay_unmatched' || n, 3, 39900, 'INR', clock_timestamp(), clock_timestamp(), false from generate_series(1, $rows) n`,
  `insert into setting_version (version, changes, before, reason, actor)
    select n, '{"signups_per_address_per_hour": 20}', '{"signups_per_address_per_hour": 10}', 'A workshop from one address', 'mira@operators.example.com'
    from generate_series(1, $rows) n`,
  `insert into operator_role (email, role, changed_at, actor)
    select 'operator-' || n || '@example.com', 'support', clock_timestamp(), 'mira@operators.example.com'
    from generate_series(1, least($rows, 20)) n`,
  `insert into operator_link (hash, id, email, created_by, created_at, expires_at)
    select sha256(convert_to('link ' || n, 'UTF8')), 'opl_filled' || n, 'operator-' || n || '@example.com', 'mira@operators.example.com',
      clock_timestamp(), clock_timestamp() + interval '1 day'
    from generate_series(1, least($rows, 20)) n`,
  `insert into contract (id, account, terms, starts_at, reason, actor)
    select 'con_filled' || id, id, (select terms from purchase limit 1), clock_timestamp() + interval '1 day', 'By agreement',
      'mira@operators.example.com'
    from account where account_id like 'filled %'`,
  `insert into webhook_endpoint (id, account, name, url, created_at)
    select 'whe_filled', id, 'CRM', 'https://hooks.example.com/', clock_timestamp() from account where account_id = 'filled 1'`,
  `update webhook_delivery set endpoint = 'whe_filled'`,
  `insert into refused_call (id, account, at, operation, method, path, status, code, duration_ms, key_id, is_test, opened_from, request_id)
    select 'call_filled' || n, account.id, clock_timestamp() - n * interval '1 minute', 'lookup.find', 'POST', '/api/v1/find', 400,
      'invalid_profile_url', 3, 'key_filled' || account.id, false, 'api', 'req_filled' || n
    from account, generate_series(1, least($rows, 1000)) n where account_id = 'filled 1'`,
  // A live session elsewhere would refuse the sign-in.
  `update identity_session set last_seen_at = last_seen_at - interval '1 hour'`,
  // One account has one key of the filling.
  `insert into api_key (id, account, hash, prefix, mode, plan, note)
    select 'key_more' || n, account.id, sha256(convert_to('more ' || n, 'UTF8')), 'cty', 'live', 'starter', 'Key ' || n
    from account, generate_series(2, least($rows, 100)) n where account_id = 'filled 1'`,
  `insert into source_tally (source, day, asked, found, values_found) select 'github', current_date, $rows, $rows, $rows`,
];

/** Makes every list `rows` long, the customer's with the one account. Returns what addresses need. */
export async function fillRows(pool: pg.Pool, rows: number): Promise<Parameters> {
  await fillTables(pool, rows, { few: rows, accounts: 1 });
  const statements = lists.map((statement) => statement.replaceAll('$rows', String(rows)));
  await pool.query([...statements, 'analyze'].join(';\n'));
  const { rows: found } = await pool.query<Parameters>(
    `select job.id as job_id, 'key_filled' || account.id as key_id from job join account on account.id = job.account limit 1`,
  );
  return {
    ...found[0],
    account_id: ownerOfRows.account_id,
    import_id: 'imp_filled',
    campaign_id: 'cmp_filled1',
    code: 'FILLED',
    endpoint_id: 'whe_filled',
    purchase_id: 'pur_filled1',
    source_id: 'github',
    call_id: 'call_filled1',
  };
}
