import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { accountByAccountId, accountByEmail, ensureAccount } from './index.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;

const ensured = (accountId: string, email?: string) =>
  db.transaction().execute((transaction) => ensureAccount(transaction, { account_id: accountId, email }));

test('an account is made once, however many ask for it at the same time', async () => {
  const accounts = await Promise.all(Array.from({ length: 15 }, () => ensured('many', 'many@example.com')));
  assert.equal(new Set(accounts.map(({ id }) => id)).size, 1);
  assert.equal((await accountByAccountId(db, 'many'))?.email, 'many@example.com');
});

test('an account that has no email gets the one that is given, and keeps it', async () => {
  await ensured('quiet');
  assert.equal((await ensured('quiet', 'quiet@example.com')).email, 'quiet@example.com');
  assert.equal((await ensured('quiet', 'other@example.com')).email, 'quiet@example.com');
});

test('concurrent calls that tell an account the same email all see that it has it', async () => {
  await ensured('told');
  const accounts = await Promise.all(Array.from({ length: 15 }, () => ensured('told', 'told@example.com')));
  assert.deepEqual(new Set(accounts.map(({ email }) => email)), new Set(['told@example.com']));
});

test("another account's email is left where it is", async () => {
  const owner = await ensured('owner', 'taken@example.com');
  assert.equal((await ensured('newcomer', 'taken@example.com')).email, null);
  assert.equal((await ensured('newcomer', 'taken@example.com')).email, null);
  assert.equal((await accountByEmail(db, 'taken@example.com'))?.id, owner.id);
});

test('of accounts that claim one email at the same time exactly one gets it and none fails', async () => {
  const names = Array.from({ length: 15 }, (_, number) => `claimant ${number}`);
  await Promise.all(names.slice(0, 8).map((name) => ensured(name)));
  const accounts = await Promise.all(names.map((name) => ensured(name, 'claimed@example.com')));
  assert.equal(accounts.filter(({ email }) => email === 'claimed@example.com').length, 1);
  assert.equal(new Set(accounts.map(({ id }) => id)).size, 15);
});
