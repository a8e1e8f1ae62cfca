import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { givenAccount } from '#test/support/kit.ts';
import { openHold, refundSpend, settleHold, spendBatch } from '#test/support/ledger/statements.ts';
import { balanceOf, type Grant, grantCredits, reconcileLedger, revokeCredits } from '../index.ts';
import { historyOf } from '../show-history.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;

const newAccount = async () => (await givenAccount(db)).account;
const payment = (account: number, credits: number): Grant => ({
  account,
  source: 'topup',
  sourceRef: `pay_${randomUUID()}`,
  credits,
  expiresAt: null,
  reason: 'Pack of credits',
  grantedBy: 'payments',
});

async function spend(account: number, amount: number): Promise<string> {
  const key = randomUUID();
  await spendBatch(pool, [{ account, amount, key }], { wait: true });
  return key;
}

test('a payment told twenty times at once is granted once', async () => {
  const told = payment(await newAccount(), 20);
  const granted = await Promise.all(Array.from({ length: 20 }, () => grantCredits(db, told)));
  assert.equal(granted.filter(({ isNew }) => isNew).length, 1);
  assert.equal(new Set(granted.map(({ lot }) => lot)).size, 1);
  assert.equal((await balanceOf(db, told.account)).balance, 20);
});

test('a payment granted to two accounts at once goes to one, and the other call fails', async () => {
  const told = payment(await newAccount(), 20);
  const toAnother = { ...told, account: await newAccount() };
  const results = await Promise.allSettled([told, toAnother].map((each) => grantCredits(db, each)));
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.ok(results.some((each) => each.status === 'rejected' && each.reason.code === 'CR002'));
});

test('a payment told again for another amount is an error and changes nothing', async () => {
  const told = payment(await newAccount(), 20);
  await grantCredits(db, told);
  await assert.rejects(grantCredits(db, { ...told, credits: 21 }), { code: 'CR002' });
  assert.equal((await balanceOf(db, told.account)).balance, 20);
});

test('a grant to an account that does not exist is an error', async () => {
  await assert.rejects(grantCredits(db, payment(2 ** 40, 20)), { code: 'CR004' });
});

test('a revocation takes what is left, returns what it could not take, and happens once per key', async () => {
  const account = await newAccount();
  const { sourceRef } = await grantTo(account, 20);
  await spend(account, 15);
  const asked = {
    account,
    lot: { source: 'topup', sourceRef } as const,
    key: randomUUID(),
    reason: 'charged back',
  };
  const revoked = { revoked: 5, shortfall: 15, balance: 0 };
  assert.deepEqual(await revokeCredits(db, asked), { status: 'revoked', ...revoked });
  assert.deepEqual(await revokeCredits(db, asked), { status: 'replayed', ...revoked });
});

test('held credits are not revoked and can still be settled', async () => {
  const account = await newAccount();
  const { lot } = await grantTo(account, 10);
  const held = await openHold(db, { account, credits: 4, key: randomUUID(), leaseMs: 60_000 });
  assert.ok(held.status === 'held');
  const revoked = await revokeCredits(db, { account, lot, key: randomUUID(), reason: 'test' });
  assert.deepEqual(revoked, { status: 'revoked', revoked: 6, shortfall: 4, balance: 0 });
  const closed = await settleHold(db, { account, hold: held.hold, credits: 4 });
  assert.deepEqual(closed, { status: 'closed', state: 'settled', settled: 4, balance: 0 });
});

test('a lot of another account is unknown to a revocation', async () => {
  const { lot } = await grantTo(await newAccount(), 10);
  const asked = { account: await newAccount(), lot, key: randomUUID(), reason: 'test' };
  assert.deepEqual(await revokeCredits(db, asked), { status: 'unknown_lot' });
});

test('a spend is given back once, whatever keys it is asked with and however many ask at once', async () => {
  const account = await newAccount();
  await grantTo(account, 10);
  const spendKey = await spend(account, 7);
  const asks = Array.from({ length: 8 }, () => ({
    account,
    spendKey,
    key: randomUUID(),
    reason: 'the answer was wrong',
  }));
  const refunded = await Promise.all(asks.map((asked) => refundSpend(db, asked)));
  assert.equal(refunded.filter(({ status }) => status === 'refunded').length, 1);
  assert.ok(refunded.every((each) => each.status !== 'unknown_spend' && each.refunded === 7));
  assert.equal((await balanceOf(db, account)).balance, 10);
});

test("another account's spend can't be given back", async () => {
  const account = await newAccount();
  await grantTo(account, 10);
  const spendKey = await spend(account, 7);
  const asked = { account: await newAccount(), spendKey, key: randomUUID(), reason: 'test' };
  assert.deepEqual(await refundSpend(db, asked), { status: 'unknown_spend' });
});

test('settling more than is held is an error and leaves the hold open', async () => {
  const account = await newAccount();
  await grantTo(account, 10);
  const held = await openHold(db, { account, credits: 4, key: randomUUID(), leaseMs: 60_000 });
  assert.ok(held.status === 'held');
  await assert.rejects(settleHold(db, { account, hold: held.hold, credits: 5 }), { code: 'CR001' });
  assert.equal((await settleHold(db, { account, hold: held.hold, credits: 4 })).status, 'closed');
});

test('a hold settled many times at once is settled once, and all calls return the same', async () => {
  const account = await newAccount();
  await grantTo(account, 10);
  const held = await openHold(db, { account, credits: 6, key: randomUUID(), leaseMs: 60_000 });
  assert.ok(held.status === 'held');
  const closes = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6].map((credits) => settleHold(db, { account, hold: held.hold, credits })),
  );
  assert.equal(closes.filter(({ status }) => status === 'closed').length, 1);
  assert.equal(new Set(closes.map((each) => each.status !== 'unknown_hold' && each.settled)).size, 1);
});

test('the history has every movement with its lot and reason, newest first, and its changes add up to the balance', async () => {
  const account = await newAccount();
  const { lot } = await grantTo(account, 10);
  const spendKey = await spend(account, 3);
  const held = await openHold(db, { account, credits: 4, key: randomUUID(), leaseMs: 60_000 });
  assert.ok(held.status === 'held');
  await settleHold(db, { account, hold: held.hold, credits: 1 });
  await refundSpend(db, { account, spendKey, key: randomUUID(), reason: 'the answer was wrong' });
  await revokeCredits(db, { account, lot, credits: 2, key: randomUUID(), reason: 'charged back' });
  const history = await historyOf(db, account, { limit: 100 });
  assert.deepEqual(
    history.map(({ kind, change, balance_after, reason }) => [kind, change, balance_after, reason]),
    [
      ['revoke', -2, 7, 'charged back'],
      ['refund', 3, 9, 'the answer was wrong'],
      ['release', 3, 6, 'Pack of credits'],
      ['settle', 0, 6, 'Pack of credits'],
      ['hold', -4, 3, 'Pack of credits'],
      ['spend', -3, 7, 'Pack of credits'],
      ['grant', 10, 10, 'Pack of credits'],
    ],
  );
  assert.ok(history.every((entry) => entry.lot.id === lot && entry.lot.source === 'topup'));
  assert.equal(
    history.reduce((sum, { change }) => sum + change, 0),
    (await balanceOf(db, account)).balance,
  );
  assert.deepEqual(await historyOf(db, account, { limit: 2 }), history.slice(0, 2));
  assert.deepEqual(await reconcileLedger(db, account), []);
});

async function grantTo(account: number, credits: number) {
  const told = payment(account, credits);
  return { ...told, ...(await grantCredits(db, told)) };
}
