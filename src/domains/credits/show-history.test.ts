import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, customer, find, givenAccount, givenCredits, importRows } from '#test/support/kit.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { openHold, refundSpend, settleHold, spendBatch, spendOne } from '#test/support/ledger/statements.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { revokeCredits } from './index.ts';
import { sweepExpiredLots } from './sweep-credits.ts';

const grantedAt = new Date('2026-11-21T09:00:00.000Z');
const soon = new Date('2026-12-21T09:00:00.000Z');
const later = new Date('2027-11-21T09:00:00.000Z');

let service: TestService;
let clock: LedgerClock;
before(async () => {
  service = await testService();
  clock = await stopLedgerClock(service.database.pool, grantedAt);
});
after(() => service[Symbol.asyncDispose]());

async function account() {
  await clock.set(grantedAt);
  return givenAccount(service.database.db);
}

const grant = (of: number, credits: number, expiresAt: Date, reason: string): Promise<number> =>
  givenCredits(service.database.db, of, credits, { source: 'topup', expiresAt, reason });

interface ShownMovement {
  kind: string;
  credits: number;
  change: number;
  balance_after: number;
  reason: string;
  lot: { id: number; source: string; expires_at: string };
}

async function historyOf(accountId: string, query = ''): Promise<ShownMovement[]> {
  const response = await service.internal('GET', `/internal/billing/history/${accountId}${query}`);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.json().account_id, accountId);
  return response.json().items;
}

const short = ({ kind, change, balance_after, reason, lot }: ShownMovement) => [
  kind,
  change,
  balance_after,
  lot.id,
  reason,
];

test('every grant and spend is shown, newest first, with its lot and reason', async () => {
  const { account: id, accountId } = await account();
  const pack = await grant(id, 100, later, 'pack of 100');
  const month = await grant(id, 20, soon, 'starter, November');
  await spendOne(service.database.pool, { account: id, amount: 25, key: randomUUID() });
  const [fromPack, fromMonth, ...grants] = await historyOf(accountId);
  assert.deepEqual(
    [fromPack!, fromMonth!].map(short).sort(),
    [
      ['spend', -20, 95, month, 'starter, November'],
      ['spend', -5, 95, pack, 'pack of 100'],
    ].sort(),
  );
  assert.deepEqual(grants.map(short), [
    ['grant', 20, 120, month, 'starter, November'],
    ['grant', 100, 100, pack, 'pack of 100'],
  ]);
  assert.deepEqual([fromMonth!, fromPack!].map(({ lot }) => lot.expires_at).sort(), [
    soon.toISOString(),
    later.toISOString(),
  ]);
});

test('holds, settles, refunds, revocations and expiries are shown with what they changed and why', async () => {
  const { account: id, accountId } = await account();
  const { db } = service.database;
  const lot = await grant(id, 20, soon, 'starter');
  const key = randomUUID();
  const held = await openHold(db, { account: id, credits: 6, key, leaseMs: 60_000 });
  await settleHold(db, { account: id, hold: 'hold' in held ? held.hold : 0, credits: 4 });
  await refundSpend(db, { account: id, spendKey: key, key: randomUUID(), reason: 'job failed' });
  await revokeCredits(db, { account: id, lot, credits: 5, key: randomUUID(), reason: 'payment reversed' });
  await clock.set(soon);
  await sweepExpiredLots(db, 100);
  assert.deepEqual((await historyOf(accountId)).map(short), [
    ['expire', -15, 0, lot, 'starter'],
    ['revoke', -5, 15, lot, 'payment reversed'],
    ['refund', 4, 20, lot, 'job failed'],
    ['release', 2, 16, lot, 'starter'],
    ['settle', 0, 16, lot, 'starter'],
    ['hold', -6, 14, lot, 'starter'],
    ['grant', 20, 20, lot, 'starter'],
  ]);
});

test("a lookup's spend is shown with the reason it was charged for", async () => {
  await using live = await testService();
  await importRows(live, 'profile_url,email\ngithub.com/history-tester,history@works.example\n');
  const caller = await customer(live, 2);
  await find(live, caller, 'github.com/history-tester');
  const { items } = (await live.internal('GET', `/internal/billing/history/${caller.accountId}`)).json();
  assert.deepEqual(items.map(({ kind, change, reason }: ShownMovement) => [kind, change, reason])[0], [
    'spend',
    -1,
    'completed_lookup',
  ]);
});

test('each credit leads to its lookup, key, job and sources in one call', async () => {
  await using live = await testService();
  await importRows(
    live,
    'profile_url,email,source\ngithub.com/led-one,one@works.example,fair 2026\ngithub.com/led-two,two@works.example,\n',
  );
  await live.app.work();
  const caller = await customer(live, 4);
  const found = (await find(live, caller, 'github.com/led-one')).json();
  const job = await givenJob(live, caller, {
    name: 'Guests',
    profiles: [{ profile_url: 'github.com/led-two' }],
  });
  const path = `/internal/billing/history/${caller.accountId}`;
  const [ofJob, ofFind, granted] = await eventually(async () => {
    const { items } = (await live.internal('GET', path)).json();
    assert.equal(items.length, 3);
    return items;
  });
  assert.equal(granted.lookup, null);
  const { key, ...lookup } = ofFind.lookup;
  assert.deepEqual(lookup, { id: found.id, opened_from: 'api', job: null, sources: ['fair 2026'] });
  assert.equal(key.id, caller.keyId);
  assert.deepEqual(ofJob.lookup.job, { id: job, name: 'Guests' });

  await asOperator(live, 'POST', '/api/v1/admin/people/erasure', {
    profile_url: 'github.com/led-one',
    reason: 'asked',
  });
  const { items } = (await live.internal('GET', path)).json();
  assert.deepEqual([items[1].lookup.id, items[1].lookup.sources], [found.id, []]);
});

test('changes add up to the balance, and ids descend', async () => {
  const { account: id, accountId } = await account();
  await grant(id, 30, soon, 'one');
  await grant(id, 30, later, 'two');
  const keys = Array.from({ length: 20 }, () => randomUUID());
  await spendBatch(
    service.database.pool,
    keys.map((key) => ({ account: id, amount: 2, key })),
    { wait: true },
  );
  for (const spendKey of keys.slice(0, 5)) {
    await refundSpend(service.database.db, { account: id, spendKey, key: randomUUID(), reason: 'test' });
  }
  const items = (await historyOf(accountId)) as (ShownMovement & { id: number })[];
  assert.equal(
    items.reduce((sum, { change }) => sum + change, 0),
    items[0]!.balance_after,
  );
  const ids = items.map((item) => item.id);
  assert.deepEqual(
    ids,
    [...ids].sort((one, other) => other - one),
  );
});

test('a hundred movements are shown unless a limit of 1 to 1000 is given', async () => {
  const { account: id, accountId } = await account();
  await grant(id, 200, later, 'many');
  const items = Array.from({ length: 120 }, () => ({ account: id, amount: 1, key: randomUUID() }));
  await spendBatch(service.database.pool, items, { wait: true });
  assert.equal((await historyOf(accountId)).length, 100);
  assert.equal((await historyOf(accountId, '?limit=1')).length, 1);
  assert.equal((await historyOf(accountId, '?limit=1000')).length, 121);
  const path = `/internal/billing/history/${accountId}?limit=100`;
  const first = (await service.internal('GET', path)).json();
  const second = (await service.internal('GET', `${path}&cursor=${first.next_cursor}`)).json();
  assert.deepEqual([first.items.length, second.items.length, second.next_cursor], [100, 21, null]);
  for (const limit of ['0', '1001', '-1', 'all']) {
    const response = await service.internal('GET', `/internal/billing/history/${accountId}?limit=${limit}`);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json().detail[0].loc, ['query', 'limit']);
  }
});

test("another account's movements are not shown, and an unknown account is 404", async () => {
  const mine = await account();
  const other = await account();
  await grant(other.account, 5, later, 'theirs');
  assert.deepEqual(await historyOf(mine.accountId), []);
  const response = await service.internal('GET', '/internal/billing/history/nobody');
  assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
});
