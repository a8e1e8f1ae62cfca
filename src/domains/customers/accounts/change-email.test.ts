import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOperator } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const accounts = '/api/v1/admin/growth/accounts';
const [first, second] = ['asha@example.com', 'asha.example+shop@gmail.com'];
for (const email of [first, second]) {
  const response = await service.internal('POST', '/internal/identity/register', {
    account_id: 'two-mails',
    email,
  });
  assert.equal(response.statusCode, 200, response.body);
}
const found = async (query: Record<string, string>) =>
  (await asOperator(service, 'GET', `${accounts}?${new URLSearchParams(query)}`)).items as {
    account_id: string;
    email: string;
    other_emails: string[];
  }[];
const change = (new_email: string, account_id = 'two-mails') =>
  service.admin('PATCH', `${accounts}/email`, { account_id, new_email, reason: 'They asked for it' });
const auditRows = async () =>
  (
    (await asOperator(service, 'GET', '/api/v1/admin/audit?action=account.email_changed')).items as {
      account_email: unknown;
    }[]
  ).map(({ account_email: _, ...entry }) => entry);

test('an account is found by its second email, in full or by prefix, and the list shows it', async () => {
  const queries: Record<string, string>[] = [
    { email: second },
    { email: first },
    { q: 'ashaexample@' },
    { q: 'asha@ex' },
  ];
  for (const query of queries) {
    const items = await found(query);
    assert.deepEqual(
      items.map(({ account_id, email, other_emails }) => [account_id, email, other_emails]),
      [['two-mails', first, ['ashaexample@gmail.com']]],
      JSON.stringify(query),
    );
  }
});

test('an operator makes the second email the primary one; the former one stays claimed', async () => {
  const response = await change(second);
  assert.deepEqual(response.json(), { account_id: 'two-mails', email: second, previous_email: first });
  const [account] = await found({ email: first });
  assert.deepEqual([account?.email, account?.other_emails], [second, [first]]);
  const taken = await service.internal('POST', '/internal/identity/register', {
    account_id: 'thief',
    email: first,
  });
  assert.equal(taken.json().code, 'handle_taken');
  assert.equal((await auditRows()).length, 1);
  assert.ok(!JSON.stringify(await auditRows()).includes(second));
});

test('the email that is primary already changes nothing and writes no audit row', async () => {
  const before = await auditRows();
  assert.equal((await change(second)).statusCode, 200);
  assert.deepEqual(await auditRows(), before);
});

test('an email that the account never claimed is 404, and one of another account too', async () => {
  await service.internal('POST', '/internal/identity/register', {
    account_id: 'other',
    email: 'other@example.com',
  });
  for (const email of ['unknown@example.com', 'other@example.com'])
    assert.equal((await change(email)).statusCode, 404);
});
