import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customer, find, importRows } from '../support/kit.ts';
import { type TestService, testService } from '../support/service.ts';
import { faultsInAccount } from './check-books.ts';
import type { Account } from './load/accounts.ts';

const link = 'https://github.com/asha-example';
let service: TestService;
before(async () => {
  service = await testService();
  await importRows(service, `profile_url,email\n${link},asha@works.example`);
});
after(() => service[Symbol.asyncDispose]());

/** An account with two acknowledged lookups, and nothing else. */
async function usedAccount(): Promise<Account> {
  const { key, accountId } = await customer(service, 10);
  const answers = [await find(service, { key }, link), await find(service, { key }, link)];
  const charged = new Set(answers.map((answer) => answer.json().id as string));
  return { id: accountId, key, granted: 10, charged, lost: 0, jobs: new Set() };
}

const faultsIn = (account: Account) =>
  faultsInAccount(
    service.database,
    {
      async insist({ path }) {
        const { statusCode, body } = await service.internal('GET', path);
        return { status: statusCode, text: body, tries: 1 };
      },
    },
    account,
  );

test('an account whose ledger has what was acknowledged is right', async () => {
  assert.deepEqual(await faultsIn(await usedAccount()), []);
});

test('a charge that is lost, and one that no answer had, are found', async () => {
  const account = await usedAccount();
  const [first] = account.charged;
  account.charged.delete(first!);
  assert.match(
    (await faultsIn(account)).join(),
    /1 charges belong to no answer, and only 0 answers were lost/,
  );
  account.lost = 1;
  assert.deepEqual(await faultsIn(account), []);
  account.charged.add(first!).add((await usedAccount()).charged.values().next().value!);
  assert.match((await faultsIn(account)).join(), /1 acknowledged charges are not in the ledger/);
});

test('a grant and a job that are not there are found', async () => {
  const account = await usedAccount();
  account.granted += 1;
  account.jobs.add('job_of-no-one');
  const found = (await faultsIn(account)).join();
  assert.match(found, /11 granted, 10 in the ledger/);
  assert.match(found, /1 jobs were acknowledged, and there are 0/);
});
