import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ensureAccount } from '#domains/accounts/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { claimHandles, type Handle, handleOwners, releaseHandle } from './handles.ts';

const database = await testDatabase();
const { db } = database;
after(() => database[Symbol.asyncDispose]());

let accounts = 0;
const newAccount = async () => (await ensureAccount(db, { account_id: `holder-${++accounts}` })).id;
const device = (value: string): Handle => ({ kind: 'device', value });

const claimOrRollBack = (account: number, handles: Handle[]) =>
  db
    .transaction()
    .execute(async (transaction) => {
      const taken = await claimHandles(transaction, account, handles);
      if (taken.length > 0) throw new Error('taken');
      return true;
    })
    .catch((error) => {
      if (error.message !== 'taken') throw error;
      return false;
    });

test('an account may claim its own handles again', async () => {
  const account = await newAccount();
  const handles = [device('again'), { kind: 'email', value: 'again@example.com' } as const];
  assert.deepEqual(await claimHandles(db, account, handles), []);
  assert.deepEqual(await claimHandles(db, account, handles), []);
  assert.deepEqual(await handleOwners(db, [...handles, device('nobody')]), [account, account, null]);
});

test('the handles of another account are named, and only those', async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  await claimHandles(db, first, [device('mine')]);
  assert.deepEqual(await claimHandles(db, second, [device('free'), device('mine')]), [device('mine')]);
});

test('one of several accounts that claim shared handles at once, in any order, gets all of them and none deadlocks', async () => {
  const holders = await Promise.all(Array.from({ length: 40 }, newAccount));
  const handles = ['c', 'a', 'b'].map(device);
  const won = await Promise.all(
    holders.map((holder, at) => claimOrRollBack(holder, at % 2 ? handles : handles.toReversed())),
  );
  assert.equal(won.filter(Boolean).length, 1);
  const owners = await handleOwners(db, handles);
  assert.deepEqual(new Set(owners), new Set([holders[won.indexOf(true)]]));
});

test('a handle that is released can be claimed by another account', async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  await claimHandles(db, first, [device('handed over')]);
  assert.equal(await releaseHandle(db, device('handed over')), first);
  assert.deepEqual(await claimHandles(db, second, [device('handed over')]), []);
  assert.equal(await releaseHandle(db, device('unknown')), null);
});
