import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { type OptOutTest, openOptOutTest } from '#test/support/opt-outs.ts';
import { mailDomain, optOutLimits } from '../rules.ts';
import { mailOptOuts } from './mail-opt-outs.ts';

const optOuts: OptOutTest = await openOptOutTest();
after(() => optOuts[Symbol.asyncDispose]());

// Requests of the tests before are a day old.
beforeEach(async () => {
  optOuts.clock.advance(dayMs);
  optOuts.webhook.calls.length = 0;
});

const startFor = async (email: string) => (await optOuts.start({ email })).json();
const sendMails = () => runJob(optOuts.service, mailOptOuts);
const mails = () => optOuts.webhook.calls.map(({ body }) => JSON.parse(body).data);
/** Requests of strangers. */
const given = (count: number, emailOf: (at: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, at) => startFor(emailOf(at))));

test('a mailbox gets three mails in 24 hours; an operator decides the fourth request, and the answer says so', async () => {
  const answers = [];
  for (let at = 0; at < 4; at += 1) answers.push(await startFor('flooded@example.com'));
  assert.deepEqual(
    answers.map(({ way, expires_at }) => [way, expires_at === null]),
    [
      ['mail', false],
      ['mail', false],
      ['mail', false],
      ['operator', true],
    ],
  );
  assert.doesNotMatch(answers[3].instructions, /on its way/);
  assert.match(answers[3].instructions, /not sending more mails/);
  await sendMails();
  assert.equal(mails().length, 3);
  optOuts.clock.advance(dayMs - 1);
  assert.equal((await startFor('flooded@example.com')).way, 'operator');
  optOuts.clock.advance(1);
  assert.equal((await startFor('flooded@example.com')).way, 'mail');
});

test('every token that was mailed stays good, whatever strangers ask for afterwards', async () => {
  await given(2, () => 'target@example.com');
  const mine = await optOuts.mailed('target@example.com');
  const tokens = mails().map(({ values }) => values);
  await given(10, () => 'target@example.com');

  const { confirm } = optOuts;
  assert.equal((await confirm({ request_id: mine.id, token: mine.token })).statusCode, 200);
  for (const { request_id, token } of tokens) {
    assert.equal((await confirm({ request_id, token })).statusCode, 200);
  }
  const waiting = (await optOuts.openRequests()).filter(({ target }) => target === 'target@example.com');
  assert.deepEqual(waiting, [], 'and nothing is left for the operator');
});

test('a token that arrived although it was not confirmed is valid for its 24 hours', async () => {
  optOuts.webhook.status = 503;
  const { id } = await startFor('arrived@example.com');
  await sendMails();
  const { token } = mails()[0].values;
  optOuts.clock.advance(optOutLimits.unmailedMs);
  await sendMails();
  optOuts.webhook.status = 202;
  assert.equal((await optOuts.openRequests()).find((request) => request.id === id)?.way, 'operator');
  assert.equal((await optOuts.confirm({ request_id: id, token })).statusCode, 200);
});

test('thirty requests at once about one mailbox are three mails and one request to decide', async () => {
  const answers = await given(30, () => 'stormed@example.com');
  assert.equal(answers.filter(({ way }) => way === 'mail').length, 3);
  const waiting = (await optOuts.openRequests()).filter(
    ({ target, way }) => target === 'stormed@example.com' && way === 'operator',
  );
  assert.equal(waiting.length, 1);
});

test('one mailbox under many spellings gets three mails, and each spelling its own token', async () => {
  for (const email of ['b.omb@gmail.com', 'bomb+1@googlemail.com', 'bo.mb+2@gmail.com', 'bomb@gmail.com']) {
    await startFor(email);
  }
  await sendMails();
  assert.deepEqual(
    mails()
      .map(({ to }) => to)
      .sort(),
    ['b.omb@gmail.com', 'bo.mb+2@gmail.com', 'bomb+1@googlemail.com'],
  );
});

for (const [address, name, perDay] of [
  ['jane@mail.sales.example.co.uk', 'example.co.uk', 50],
  ['jane@example.com', 'example.com', 50],
  ['jane@gmail.com', 'gmail.com', 500],
] as const) {
  test(`a mail to ${address} is one of ${perDay} to ${name}`, () => {
    assert.deepEqual(mailDomain(address), { name, perDay });
  });
}

test('a domain gets fifty mails in 24 hours, its hosts included; others are not in its way', async () => {
  const { domain } = optOutLimits.mailsPerDay;
  await given(domain, (at) => `person-${at}@host-${at}.example.org`);
  assert.equal((await startFor('one-more@example.org')).way, 'operator');
  assert.equal((await startFor('one-more@example.net')).way, 'mail');
});

test('all together get a thousand mails in 24 hours', async () => {
  const { all, domain } = optOutLimits.mailsPerDay;
  await optOuts.service.database.pool.query(
    `insert into opt_out_request (id, kind, target, key, way, created_at, expires_at, mailbox, mail_domain, mailed_at)
    select 'opt_given_' || at, 'email', 'x', gen_random_uuid(), 'mail', $1, $1::timestamptz + interval '1 day', gen_random_uuid(),
      gen_random_uuid(), $1 from generate_series(1, $2) as at`,
    [optOuts.clock.now(), all - 1],
  );
  assert.ok(all > domain);
  assert.equal((await startFor('last@example.com')).way, 'mail');
  assert.equal((await startFor('beyond@example.com')).way, 'operator');
});

test('mails go out fifty in one go, the others with the next', async () => {
  const { mailBatchMax } = optOutLimits;
  await given(mailBatchMax + 5, (at) => `batch-${at}@batch-${at}.example`);
  await sendMails();
  assert.equal(mails().length, mailBatchMax);
  await sendMails();
  assert.equal(mails().length, mailBatchMax + 5);
});

test('a mail that is not accepted is tried every 15 minutes and holds up no other', async () => {
  optOuts.webhook.status = 503;
  await startFor('stuck@example.com');
  await sendMails();
  optOuts.clock.advance(optOutLimits.mailRetryMs - 1);
  await startFor('fresh@example.com');
  await sendMails();
  assert.deepEqual(
    mails().map(({ to }) => to),
    ['stuck@example.com', 'fresh@example.com'],
  );
  optOuts.webhook.status = 202;
  optOuts.clock.advance(1);
  await sendMails();
  assert.equal(mails().at(-1).to, 'stuck@example.com');
});
