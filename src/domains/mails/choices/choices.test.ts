import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { announceExpiring } from '#domains/keys/account-keys/announce-expiring.ts';
import { runJob } from '#test/support/jobs.ts';
import { customer } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { openSmtp } from '#test/support/smtp.ts';
import { sendDue } from '../account-mails/send-mails.ts';

const smtp = await openSmtp();
const service = await testService({
  environment: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Contactry <mails@contacts.example.com>',
    PUBLIC_URL: 'https://contacts.example.com',
    SUPPORT_EMAIL: 'support@example.com',
  },
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
const { pool } = service.database;
const { accountId } = await customer(service);
const email = 'asha@asha.example.com';
await pool.query('update account set email = $2 where account_id = $1', [accountId, email]);

beforeEach(async () => {
  smtp.mails.length = 0;
  await pool.query('delete from account_mail; delete from mail_choice');
});

/** A job on the pages without any valid row ends at once. */
async function endJob(name: string) {
  const body = { profiles: [{ profile_url: 'https://example.com/no-profile' }], name };
  const response = await service.internal('POST', `/internal/jobs/${accountId}`, body);
  assert.ok(response.statusCode < 300, response.body);
  await runJob(service, sendDue);
  return smtp.mails;
}
const choices = async () => (await service.internal('GET', `/internal/mails/${accountId}`)).json();
const isOn = async (type: string) =>
  (await choices()).types.find((choice: { type: string }) => choice.type === type).on;
const post = (path: string, type: string, payload: string) =>
  service.app.server.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
const linkOf = (header: string | null) =>
  /^<https:\/\/contacts\.example\.com(\/mails\/off\/[\w-]+)>$/.exec(header!)![1]!;

test('a job that ends mails its customer, with answers to support and both headers of RFC 8058', async () => {
  const [mail, ...others] = await endJob('March');
  assert.deepEqual([mail!.to, others], [[email], []]);
  assert.equal(mail!.header('reply-to'), 'support@example.com');
  assert.equal(mail!.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.match(mail!.body('text/plain'), /https:\/\/contacts\.example\.com\/app\/jobs\/job_/);
  assert.match(mail!.body('text/plain'), /Stop mails of this kind: https:/);
  linkOf(mail!.header('list-unsubscribe'));
});

test('a hostile name of a job is shown harmlessly', async () => {
  const [mail] = await endJob('<script>alert(1)</script>\r\nBcc: victim@example.com \u202e"');
  assert.deepEqual(mail!.to, [email]);
  assert.equal(mail!.header('bcc'), null);
  assert.doesNotMatch(mail!.body('text/html'), /<script/);
  assert.doesNotMatch(mail!.body('text/plain'), /\u202e/);
});

for (const [how, type, payload] of [
  ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'a multipart form',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
] as const) {
  test(`one click as ${how} stops the type without a sign-in, and again changes nothing`, async () => {
    const [mail] = await endJob('First');
    const link = linkOf(mail!.header('list-unsubscribe'));
    const shown = await service.request('GET', link);
    assert.match(shown.body, /Stop mails: Jobs/);
    assert.equal(await isOn('jobs'), true, 'opening the link changes nothing');
    for (let click = 0; click < 2; click += 1) {
      const answer = await post(link, type, payload);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.match(answer.body, /You get no more of these mails/);
    }
    assert.equal(await isOn('jobs'), false);
    assert.equal((await endJob('Second')).length, 1, 'the first alone');
  });
}

test('a link for another mail, or with another signature, stops nothing', async () => {
  const [mail] = await endJob('Mine');
  const link = linkOf(mail!.header('list-unsubscribe'));
  for (const wrong of [link.slice(0, -1), `${link}0`, link.replace('mail_', 'mail_x'), '/mails/off/x']) {
    const answer = await post(wrong, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click');
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /This link doesn&#39;t work|This link doesn't work/);
  }
  assert.equal(await isOn('jobs'), true);
});

test('a customer switches a type off and on; a mail that waits is not sent', async () => {
  const change = (body: object) => service.internal('PATCH', `/internal/mails/${accountId}`, body);
  const body = { profiles: [{ profile_url: 'https://example.com/no-profile' }] };
  await service.internal('POST', `/internal/jobs/${accountId}`, body);
  assert.equal((await change({ type: 'jobs', on: false })).statusCode, 200);
  await runJob(service, sendDue);
  assert.equal(smtp.mails.length, 0);
  assert.equal((await pool.query('select outcome from account_mail')).rows[0].outcome, 'not_wanted');
  await change({ type: 'jobs', on: true });
  assert.equal((await endJob('On again')).length, 1);
});

test('mails that the law or safety needs can not be switched off', async () => {
  const refused = await service.internal('PATCH', `/internal/mails/${accountId}`, {
    type: 'security',
    on: false,
  });
  assert.equal(refused.statusCode, 422);
  const { types } = await choices();
  const optional = types.filter(({ always }: { always: string | null }) => always === null);
  assert.deepEqual(
    optional.map(({ type }: { type: string }) => type),
    ['credits', 'jobs', 'keys', 'plans', 'webhooks'],
  );
});

test('a new key on the pages is mailed, without the key and without a way to switch it off', async () => {
  const made = await service.internal('POST', `/internal/keys/by-account/${accountId}`, {
    name: 'CRM <b>sync',
  });
  assert.equal(made.statusCode, 200, made.body);
  await runJob(service, sendDue);
  const [mail] = smtp.mails;
  assert.equal(mail!.header('subject'), 'A new API key for your account');
  assert.equal(mail!.header('list-unsubscribe'), null);
  assert.ok(!mail!.raw.includes(made.json().key));
  assert.match(mail!.body('text/html'), /CRM &#60;b&#62;sync/);
});

test('a key that expires within a week is mailed about once, and again when its end is moved', async () => {
  const days = async (expires_in_days: number) => {
    const body = { name: 'Ends', expires_in_days };
    const made = await service.internal('POST', `/internal/keys/by-account/${accountId}`, body);
    assert.equal(made.statusCode, 200, made.body);
    return made.json().id;
  };
  const [id] = [await days(7), await days(8)];
  await pool.query('delete from account_mail');
  const sent = async () => {
    await runJob(service, announceExpiring);
    await runJob(service, sendDue);
    return smtp.mails.splice(0).map((mail) => mail.header('subject')!.replace(/\d.*/, '…'));
  };
  assert.deepEqual(await sent(), ['An API key expires on …']);
  assert.deepEqual(await sent(), []);
  await pool.query(`update api_key set expires_at = expires_at - interval '1 day' where id = $1`, [id]);
  assert.deepEqual(await sent(), ['An API key expires on …']);
});

test('the page says that the address gets no mail', async () => {
  assert.equal((await choices()).stopped_at, null);
  await service.admin('POST', '/api/v1/admin/mail-stops', { email, cause: 'bounced', reason: 'Came back' });
  assert.ok((await choices()).stopped_at);
});
