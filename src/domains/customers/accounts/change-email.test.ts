import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, givenKey } from '#test/support/kit.ts';
import { openMailWebhook } from '#test/support/mail-webhook.ts';
import { testService } from '#test/support/service.ts';

const webhook = await openMailWebhook();
const service = await testService({
  environment: {
    MAIL_WEBHOOK_URL: webhook.url,
    MAIL_WEBHOOK_SECRET: webhook.secret,
    PUBLIC_URL: 'https://contacts.example.com',
  },
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await webhook[Symbol.asyncDispose]();
});

const accounts = '/api/v1/admin/growth/accounts';
const [first, second] = ['asha@example.com', 'asha.example+shop@gmail.com'];
for (const email of [first, second]) {
  const response = await service.internal('POST', '/internal/identity/register', {
    account_id: 'two-mails',
    email,
  });
  assert.equal(response.statusCode, 200, response.body);
}
const sentRow = JSON.stringify({ recipient: null, message: null, outcome: 'sent' });
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

test('an email of another account is refused, whether it is the primary one or only claimed', async () => {
  for (const [account_id, email] of [
    ['other', 'other@example.com'],
    ['other', 'other.too@example.com'],
  ])
    await service.internal('POST', '/internal/identity/register', { account_id, email });
  for (const email of ['other@example.com', 'Other.Too@example.com']) {
    const refused = await change(email);
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'handle_taken']);
  }
});

test('with a new email the customer signs in with it, no longer with the former one, and both addresses get a mail', async () => {
  const [former, email] = ['meera@example.com', 'meera@example.org'];
  const google = { provider: 'google', provider_user_id: 'meera' };
  const register = { account_id: 'moves', email: former, ...google };
  assert.equal((await service.internal('POST', '/internal/identity/register', register)).statusCode, 200);
  const signIn = (person: object) =>
    service.internal('POST', '/internal/sign-in/sessions', {
      ...person,
      token_hash: createHash('sha256').update(JSON.stringify(person)).digest('hex'),
      ip: '203.0.113.9',
    });
  assert.equal((await signIn({ email: former, ...google })).statusCode, 200);
  const key = await givenKey(service.database.db, { accountId: 'moves' });

  assert.equal((await change(email, 'moves')).statusCode, 200);
  const shown = await asOperator(service, 'GET', '/api/v1/admin/accounts/moves');
  assert.deepEqual([shown.account.email, shown.sessions.pages], [email, 0]);
  assert.equal((await service.withKey(key.text, 'GET', '/api/v1/key/info')).statusCode, 200);
  assert.equal((await signIn({ email: former, ...google })).statusCode, 404);
  const registered = await service.internal('POST', '/internal/identity/register', {
    ...register,
    account_id: 'thief',
  });
  assert.equal(registered.json().code, 'handle_taken');
  const moved = { email, provider: 'google', provider_user_id: 'meera-org' };
  assert.equal((await signIn(moved)).json().account_id, 'moves');

  await runJob(service, sendDue);
  const mails = webhook.calls.map(({ body }) => JSON.parse(body).data);
  const about = mails.filter(({ to }) => to === former || to === email);
  assert.deepEqual(about.map(({ to, template }) => `${template} ${to}`).toSorted(), [
    `email_changed_former ${former}`,
    `email_changed_new ${email}`,
  ]);
  assert.ok(!about.find(({ to }) => to === former).text.includes(email));
  const { rows } = await service.database.pool.query('select recipient, message, outcome from account_mail');
  assert.deepEqual(
    new Set(rows.map((row) => JSON.stringify(row))),
    new Set([sentRow]),
    'its person is forgotten',
  );
});
