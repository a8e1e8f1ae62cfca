import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailOptOuts } from '#domains/suppression/opt-out/mail-opt-outs.ts';
import { runJob } from '#test/support/jobs.ts';
import { testService } from '#test/support/service.ts';

const service = await testService({ environment: { MAIL_OUTBOX: 'on' } });
after(() => service[Symbol.asyncDispose]());
const get = (path: string, headers: Record<string, string> = {}) =>
  service.request('GET', path, { headers: { host: '127.0.0.1', ...headers } });

test('in development a mail is on the page instead of being sent, as text and as HTML', async () => {
  assert.match((await get('/dev/mails')).body, /No mails yet/);
  await service.request('POST', '/api/v1/opt-out', { body: { email: 'asha@example.com' } });
  await runJob(service, mailOptOuts);
  const page = await get('/dev/mails');
  assert.match(page.body, /Confirm your opt-out, to asha@example\.com/);
  const path = /href="(\/dev\/mails\/opt_\w+)"/.exec(page.body)![1]!;
  const mail = await get(path);
  assert.match(mail.body, /<h1[^>]*>Confirm your opt-out<\/h1>/);
  assert.match(String(mail.headers['content-security-policy']), /default-src 'none'/);
  assert.equal((await get('/dev/mails/none')).statusCode, 404);
});

test('it is for browsers on this machine', async () => {
  const others: Record<string, string>[] = [
    { host: 'contacts.example.com' },
    { 'x-forwarded-for': '203.0.113.9' },
  ];
  for (const headers of others) assert.equal((await get('/dev/mails', headers)).statusCode, 404);
});

test('with a mail server or in production there is no such page', async () => {
  const mailServer = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'mails@example.com',
    PUBLIC_URL: 'http://127.0.0.1',
    MAIL_OUTBOX: 'on',
  };
  for (const environment of [mailServer, { MAIL_OUTBOX: 'off' }]) {
    await using other = await testService({ environment });
    const answer = await other.request('GET', '/dev/mails', { headers: { host: '127.0.0.1' } });
    assert.equal(answer.statusCode, 404);
  }
});
