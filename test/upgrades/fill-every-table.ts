import assert from 'node:assert/strict';
import { manifest } from '#app/manifest.ts';
import { work } from '#domains/jobs/running/work.ts';
import { recordViolation } from '#domains/keys/sql/violations.ts';
import { samples as declaredSamples } from '../samples/find-samples.ts';
import { openSamples, type Samples } from '../samples/open-samples.ts';
import { givenJob } from '../support/bulk-jobs.ts';
import type { TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { runJob, runJobOn } from '../support/jobs.ts';
import { customer, find, givenKey, importRows } from '../support/kit.ts';
import { type Story, tell } from '../support/money-story.ts';
import { applyFacts } from '../support/purchases.ts';
import type { TestService } from '../support/service.ts';
import { openWaterfall } from '../support/waterfall.ts';

/** Tables that may be empty in the dump of a release, each with why. */
export const emptyTables: Readonly<Record<string, string>> = {
  credit_proof_refund: 'it has rows only if the books are wrong',
  directory_change: 'a job empties it within seconds',
};

/**
 * What a table needs that no request leaves behind: it is written after hours, or only while something is under way. Each statement
 * belongs to rows that are there.
 */
const left: Readonly<Record<string, string>> = {
  bounce_report: `insert into bounce_report (account, key, op_key, profile_hash, told_by, outcome, ended_at)
    select account, gen_random_uuid(), op_key, profile_hash, 'api', 'credited', clock_timestamp() from lookup limit 2`,
  bounce_tally: `insert into bounce_tally values ('directory', current_date, 2)`,
  bounce_webhook:
    'insert into bounce_webhook (account, token_digest) select id, gen_random_uuid() from account limit 2',
  email_verdict: `insert into email_verdict (key, verdict, reason, mx, reply, told_by, checked_at, expires_at)
    values (gen_random_uuid(), 'valid', 'accepted', 'mx.example.com', '250 2.1.5', 'smtp', clock_timestamp(), clock_timestamp() + interval '30 days')`,
  verification_due: `insert into verification_due (profile_hash, sold, rank, due_at)
    select profile_hash, 3, 2, clock_timestamp() + interval '20 days' from directory_profile limit 3`,
  verification_hour: `insert into verification_hour (hour, host, asked, connected)
    values (date_trunc('hour', clock_timestamp()), '', 9, 8), (date_trunc('hour', clock_timestamp()), 'mx.example.com', 9, 0)`,
  verification_progress: 'insert into verification_progress (sold_through) values (clock_timestamp())',
  backup_made: 'insert into backup_made default values',
  background_migration: `insert into background_migration (id, release, table_name, finished_at)
    values ('example.done', '3.0.0', 'profile', clock_timestamp())`,
  identity_refused_heartbeats: `insert into identity_refused_heartbeats values (current_date, 'locked', 3)`,
  promo_closed_mailbox: `insert into promo_closed_mailbox select id, 'closed@example.com' from promo limit 1`,
  purchase_mail: `insert into purchase_mail (purchase, kind, mailbox) select id, 'purchase_receipt', gen_random_uuid() from purchase limit 1`,
  running_process: `insert into running_process (id, role, host, takes_jobs, version)
    values (gen_random_uuid(), 'api', 'killed.example', true, '3.0.0')`,
  job_claim: `insert into job_claim (account, job, lane, from_row, to_row, items, worker, token, lease_until)
    select account, job, 'directory', row, row, 1, gen_random_uuid(), gen_random_uuid(), clock_timestamp()
    from job_item join job using (account) where job.id = job_item.job and job.status = 'queued' limit 1`,
  lookup_past: `insert into lookup_past (account, op_key, profile_hash, at, emails, phones, links, profile_url, full_name)
    select account, op_key, profile_hash, created_at, 1, 0, 0, 'https://github.com/asha-example', 'Asha Example' from lookup limit 3
    on conflict do nothing`,
  lookup_repeat: `insert into lookup_repeat (account, profile_hash) select account, profile_hash from lookup limit 1
    on conflict do nothing`,
  lookup_veto: `insert into lookup_veto (account, profile_hash, name_marks) select account, profile_hash, '{}' from lookup limit 1
    on conflict do nothing`,
  source_claim: `insert into source_claim (profile_hash, source, wanted, holder, claimed_until)
    select profile_hash, source, wanted, gen_random_uuid(), clock_timestamp() from source_answer limit 1`,
  suppression_withdrawal:
    'insert into suppression_withdrawal (profile_hash, is_announced) select profile_hash, true from lookup limit 1',
  vendor_question: `insert into vendor_question (account, op_key, worker, source, day, paise, is_simulated)
    select account, op_key, gen_random_uuid(), 'hunter', vendor_day(), 5, false from lookup limit 1`,
  web_browser: `insert into web_browser (account, browser, first_seen_at, last_seen_at)
    select account, sha256('a browser'), created_at, created_at from web_session limit 1`,
  past_session: `insert into past_session (account, source, at, what, detail)
    select account, 'web_session', created_at, 'session.started', '{}' from web_session limit 1`,
  webhook_attempt: `insert into webhook_attempt (account, delivery, number, at, status_code, duration_ms)
    select account, id, 1, created_at, 503, 12 from webhook_delivery limit 1 on conflict do nothing`,
  webhook_once: `insert into webhook_once (account, type, about, at)
    select account, 'credits.expiring', 'lot ' || id, created_at from credit_lot limit 1`,
  whatsapp_pause: 'insert into whatsapp_pause (until) values (clock_timestamp())',
};

/** Lets a service write fictional rows into every table, as its callers, its customers and a night do. */
export async function fillEveryTable(database: TestDatabase): Promise<void> {
  await using waterfall = await openWaterfall({ database });
  const { service } = waterfall;
  await waterfall.begin();
  const samples = await openSamples(service);
  await callEverything(service, samples);
  await sellPlans(service, samples);
  await lookUpPeople(service);
  const stop = new AbortController();
  const { ports } = service.app.kernel;
  const working = runJobOn({ ports, signal: stop.signal }, work);
  await eventually(async () => assert.deepEqual(await waiting(service), []));
  stop.abort();
  await working;
  for (const job of manifest.jobs) if (job.schedule && !job.sends) await runJob(service, job);
  await givenJob(service, await customer(service, 10, { account_id: 'meena-example' }));
  for (const statement of Object.values(left)) await database.pool.query(statement);
}

async function callEverything(service: TestService, samples: Samples): Promise<void> {
  for (const declared of manifest.operations) {
    for (const door of declared.doors) {
      const call = await samples.callOf(declared, door);
      const { statusCode, body } = await service.request(call.method, call.path, call);
      const { status } = declaredSamples.get(declared.id) ?? {};
      assert.ok(status ? statusCode === status : statusCode < 300, `${declared.id}: ${body}`);
    }
  }
}

const paid: Story['payments'][0] = {
  ...{ elsewhere: false, period: 0, firstFails: false, isShort: false, back: 0, dispute: 'none' },
};

/** Purchases, as buyers and banks make them. */
async function sellPlans({ database: { db } }: TestService, { world }: Samples): Promise<void> {
  const stories: Story[] = [
    { plan: 'growth', isPublic: true, payments: [paid, { ...paid, period: 1 }] },
    { plan: 'starter', isPublic: false, payments: [{ ...paid, dispute: 'won' }] },
    { plan: 'topup_100', isPublic: false, payments: [{ ...paid, firstFails: true, back: 33 }] },
    { plan: 'topup_20', isPublic: false, payments: [{ ...paid, dispute: 'lost' }] },
  ];
  for (const story of stories) {
    const { facts } = await tell(db, world.provider, story);
    await applyFacts(db, world.provider.name, facts);
  }
}

/** Some are in the directory, some at vendors, some nowhere. One key asks too often and is banned. */
async function lookUpPeople(service: TestService): Promise<void> {
  const people = Array.from({ length: 20 }, (_, at) => `github.com/person-${at}-example`);
  const rows = people.map((link, at) => `${link},Person ${at},person-${at}@works.example.com`);
  await importRows(service, ['profile_url,full_name,email', ...rows].join('\n'));
  const { db } = service.database;
  for (const accountId of ['leela-example', 'ravi-example']) {
    const caller = await customer(service, 100, { account_id: accountId });
    for (const [at, link] of people.slice(0, 5).entries())
      await find(service, caller, link, { 'idempotency-key': `${accountId}-${at}` });
    for (const name of ['asha-example', 'nobody-example'])
      await find(service, caller, `https://www.linkedin.com/in/${name}`);
    await givenJob(service, caller, { profiles: people.slice(5).map((profile_url) => ({ profile_url })) });
    await givenJob(service, caller);
  }
  const again = { 'idempotency-key': 'once' };
  const second = { account_id: 'ravi-example', email: 'ravi-example@example.com' };
  const made = await service.admin('POST', '/api/v1/keys/create', second, again);
  assert.equal(made.statusCode, 200, made.body);
  const { id: keyId } = await givenKey(db);
  const windows = { keyId, banAfter: 2, banWindowMinutes: 60 };
  for (const minutes of [5, 2])
    await recordViolation(db, { ...windows, windowStartedAt: new Date(Date.now() - minutes * 60_000) });
}

const waiting = async ({ database: { pool } }: TestService) =>
  (await pool.query(`select id, status from job where status in ('queued', 'running')`)).rows;
