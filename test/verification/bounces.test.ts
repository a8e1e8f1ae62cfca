import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkReports, creditBack } from '#domains/bounces/check-reports.ts';
import { dueReports } from '#domains/bounces/sql.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, type Customer, customer, importRows } from '#test/support/kit.ts';
import { fc } from '#test/support/properties.ts';
import { withSettings } from '#test/support/settings.ts';
import { openMailWorld } from './mail-world.ts';

let world: Awaited<ReturnType<typeof openMailWorld>>;
before(async () => {
  world = await openMailWorld({ good: {}, dead: { mailboxes: [] }, all: { rcpt: () => '250 OK\r\n' } });
});
after(() => world[Symbol.asyncDispose]());

let people = 0;

/** Imports a person with these emails and looks them up. */
async function bought(by: Customer, emails: string[]): Promise<string> {
  const link = `https://www.linkedin.com/in/bounced-${++people}`;
  await importRows(
    world.service,
    `profile_url,email\n${emails.map((email) => `${link},${email}`).join('\n')}\n`,
  );
  const { credits } = await look(by, link);
  assert.equal(credits.charged, 1);
  return link;
}

const look = async ({ key }: Customer, profile_url: string) =>
  (await world.service.withKey(key, 'POST', '/api/v1/find', { profile_url })).json();

async function report({ key }: Customer, ...emails: string[]): Promise<string[]> {
  const answer = await world.service.withKey(key, 'POST', '/api/v1/bounces', { emails });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items.map(({ result }: { result: string }) => result);
}

const outcomes = async ({ key }: Customer): Promise<string[]> =>
  (await world.service.withKey(key, 'GET', '/api/v1/bounces'))
    .json()
    .items.map(({ outcome }: { outcome: string }) => outcome);

const balance = async ({ accountId }: Customer): Promise<number> =>
  (await world.service.internal('GET', `/internal/billing/balance/${accountId}`)).json().balance;

const checkAll = () => runJob(world.service, checkReports);
const local = () => `n${++people}`;

test('a dead email gives its credit back once, and is sold no more', async () => {
  const caller = await customer(world.service, 10);
  const email = `${local()}@dead.example`;
  const link = await bought(caller, [email]);
  assert.deepEqual(await report(caller, email), ['accepted']);
  assert.deepEqual(await outcomes(caller), ['checking']);
  await checkAll();
  assert.deepEqual([await outcomes(caller), await balance(caller)], [['credited'], 10]);
  assert.deepEqual(await report(caller, email, ` ${email.toUpperCase()}`), [
    'reported_before',
    'reported_before',
  ]);
  await checkAll();
  assert.equal(await balance(caller), 10);
  assert.equal((await look(caller, link)).status, 'not_found');
  const { rows } = await world.service.database.pool.query(
    'select count(address)::int as kept from bounce_report',
  );
  assert.equal(rows[0].kept, 0);
});

test('an email that takes mail gives nothing back', async () => {
  const caller = await customer(world.service, 10);
  await bought(caller, ['mira@good.example']);
  assert.deepEqual(await report(caller, 'mira@good.example'), ['accepted']);
  await checkAll();
  assert.deepEqual([await outcomes(caller), await balance(caller)], [['still_valid'], 9]);
});

test('only an email that the account paid for can be reported', async () => {
  const [caller, other] = [await customer(world.service, 10), await customer(world.service, 10)];
  const email = `${local()}@dead.example`;
  await bought(other, [email]);
  assert.deepEqual(await report(caller, email, 'stranger@dead.example', 'no address'), [
    'not_found',
    'not_found',
    'not_found',
  ]);
});

test('a report reads like one of a stranger once the person is suppressed, and what waits is given up', async () => {
  const caller = await customer(world.service, 10);
  const [first, second] = [`${local()}@dead.example`, `${local()}@dead.example`];
  const link = await bought(caller, [first, second]);
  await report(caller, first);
  await asOperator(world.service, 'POST', '/api/v1/admin/suppressions', {
    profile_url: link,
    reason: 'test',
  });
  assert.deepEqual([await report(caller, second), await outcomes(caller)], [['not_found'], ['erased']]);
  await checkAll();
  assert.equal(await balance(caller), 9);
});

test('two emails of one lookup give its credit back once', async () => {
  const caller = await customer(world.service, 10);
  const emails = [`${local()}@dead.example`, `${local()}@dead.example`];
  await bought(caller, emails);
  await report(caller, ...emails);
  await checkAll();
  assert.deepEqual((await outcomes(caller)).sort(), ['already_credited', 'credited']);
  assert.equal(await balance(caller), 10);
});

test('an email at a domain that takes every name is dead for all once two customers say so', async () => {
  const email = `${local()}@all.example`;
  const [one, other] = [await customer(world.service, 10), await customer(world.service, 10)];
  const link = await bought(one, [email]);
  await look(other, link);
  for (const [caller, expected] of [
    [one, 'completed'],
    [other, 'not_found'],
  ] as const) {
    await report(caller, email);
    await checkAll();
    assert.equal(await balance(caller), 10);
    assert.equal((await look(await customer(world.service, 5), link)).status, expected);
  }
});

test('no account gets more back than its share, and the operator hears of one that tries', async () => {
  const caller = await customer(world.service, 10);
  await using _share = await withSettings(world.service, { bounce_credit_percent: 0 });
  const emails = Array.from({ length: 7 }, () => `${local()}@dead.example`);
  for (const email of emails) await bought(caller, [email]);
  await report(caller, ...emails);
  await checkAll();
  const of = async (word: string) => (await outcomes(caller)).filter((outcome) => outcome === word).length;
  assert.deepEqual([await of('credited'), await of('limit_reached'), await balance(caller)], [5, 2, 8]);
});

test('reports beyond those of a day are refused', async () => {
  const caller = await customer(world.service, 10);
  await using _limit = await withSettings(world.service, { bounce_reports_per_day: 1 });
  const emails = [`${local()}@dead.example`, `${local()}@dead.example`];
  await bought(caller, emails);
  assert.deepEqual(await report(caller, ...emails), ['accepted', 'limit_reached']);
});

test('a bounce lowers the standing of its source', async () => {
  const { rows } = await world.service.database.pool.query(
    "select source, bounced from bounce_tally where source = 'directory'",
  );
  assert.equal(rows.length, 1);
  assert(Number(rows[0].bounced) >= 3);
});

test('whatever is reported and decided at once, a lookup gives back at most what was paid, and the books are right', async () => {
  const { db, pool } = world.service.database;
  const ports = world.service.app.kernel.ports;
  await using _all = await withSettings(world.service, { bounce_credit_percent: 100 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 2, max: 4 }),
      async (sizes, racers) => {
        const caller = await customer(world.service, 20);
        const lookups = sizes.map((size) => Array.from({ length: size }, () => `${local()}@dead.example`));
        for (const emails of lookups) await bought(caller, emails);
        const all = lookups.flat();
        await Promise.all(Array.from({ length: racers }, () => report(caller, ...all)));
        const due = (await dueReports(db, 1000)).filter((one) => one.account_id === caller.accountId);
        assert.equal(due.length, all.length);
        await Promise.all(
          Array.from({ length: racers }, () =>
            Promise.all(due.map((one) => db.transaction().execute((tx) => creditBack({ ports }, tx, one)))),
          ).flat(),
        );
        assert.equal(await balance(caller), 20);
        const said = await outcomes(caller);
        assert.equal(
          said.filter((outcome) => outcome === 'credited').length,
          Math.min(lookups.length, said.length),
        );
        const { rows } = await pool.query('select count(*)::int as wrong from credit_reconcile()');
        assert.equal(rows[0].wrong, 0);
      },
    ),
    { numRuns: 8 },
  );
});
