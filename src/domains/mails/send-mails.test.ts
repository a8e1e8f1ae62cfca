import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { openSmtp } from '#test/support/smtp.ts';
import { sendDue } from './account-mails/send-mails.ts';
import { takeDue } from './account-mails/sql.ts';
import { deliverMail } from './deliver-mail.ts';

const smtp = await openSmtp();
const clock = manualClock();
const environment = {
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Contactry <mails@contacts.example.com>',
  PUBLIC_URL: 'https://contacts.example.com',
};
const service = await testService({ clock, environment });
after(async () => {
  await service[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
const { pool, db } = service.database;
const { ports, log } = service.app.kernel;

let people = 0;
/** An operator changes the email of a new account. Both addresses get a mail. */
async function changeEmail() {
  const account_id = `mailed-${++people}`;
  const [former, email] = [`${account_id}@former.example`, `${account_id}@example.com`];
  await service.internal('POST', '/internal/identity/register', { account_id, email: former });
  const body = { account_id, new_email: email, reason: 'They asked for it' };
  await asOperator(service, 'PATCH', '/api/v1/admin/growth/accounts/email', body);
  return { former, email };
}
const work = () => runJob(service, sendDue);
const sentTo = (address: string) => smtp.mails.filter(({ to }) => to[0] === address);
const outcomes = async () => {
  const { rows } = await pool.query(
    'select outcome, count(*)::int as mails from account_mail group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ outcome, mails }) => [outcome ?? 'waits', mails]));
};
const stops = async () => (await asOperator(service, 'GET', '/api/v1/admin/mail-stops')).items;

beforeEach(async () => {
  Object.assign(smtp.refusals, { sender: null, recipient: null, message: null });
  await pool.query('delete from account_mail; delete from mail_stop');
});

test('a mail of a committed change is sent by the next run, if the process died before', async () => {
  const { email, former } = await changeEmail();
  assert.deepEqual(await outcomes(), { waits: 2 }, 'no worker has run');
  await work();
  assert.deepEqual([sentTo(email).length, sentTo(former).length], [1, 1]);
  assert.deepEqual(await outcomes(), { sent: 2 });
  await work();
  assert.deepEqual([sentTo(email).length, sentTo(former).length], [1, 1], 'once');
});

test('a mail whose process died while it was sent is sent again, with the same Message-ID', async () => {
  const { email } = await changeEmail();
  for (let mail = await takeDue(db, clock.now()); mail; mail = await takeDue(db, clock.now())) {
    const { id, recipient: to, message } = mail;
    await deliverMail({ ports, log, now: () => clock.now() }, { id, to, ...message });
    // The process dies here.
  }
  const tries = () => sentTo(email).map((mail) => mail.header('message-id'));
  await work();
  assert.equal(tries().length, 1, 'it is claimed for a while');
  clock.advance(3 * minuteMs);
  await work();
  assert.deepEqual(tries(), [tries()[0], tries()[0]]);
  assert.deepEqual(await outcomes(), { sent: 2 });
});

test('the queue sends a mail at once', async () => {
  await using worker = await testService({ environment, database: service.database });
  await worker.app.work();
  const { email } = await changeEmail();
  await eventually(async () => assert.equal(sentTo(email).length, 1));
});

test('a mail that was put off is tried again later and opens no alert', async () => {
  smtp.refusals.recipient = { code: 450, text: '4.2.1 Greylisted' };
  const { email } = await changeEmail();
  await work();
  smtp.refusals.recipient = null;
  clock.advance(3 * minuteMs - 1);
  await work();
  assert.equal(sentTo(email).length, 0);
  clock.advance(1);
  await work();
  assert.equal(sentTo(email).length, 1);
  const alerts = await asOperator(service, 'GET', '/api/v1/admin/alerts?kind=mail_webhook_failed');
  assert.deepEqual(alerts.items, []);
});

test('while the server takes no mail an alert is open, and a mail is given up after three days', async () => {
  smtp.refusals.sender = { code: 451, text: '4.3.0 Try later' };
  await changeEmail();
  const open = async () =>
    (await asOperator(service, 'GET', '/api/v1/admin/alerts?kind=mail_webhook_failed')).items.length;
  await work();
  assert.equal(await open(), 1);
  clock.advance(3 * dayMs);
  await work();
  assert.deepEqual(await outcomes(), { gave_up: 2 });
  smtp.refusals.sender = null;
  await changeEmail();
  await work();
  assert.equal(await open(), 0);
});

test('a refused recipient ends the mail, and the address gets no more until an operator lifts it', async () => {
  smtp.refusals.recipient = { code: 550, text: '5.1.1 No such user' };
  const { email } = await changeEmail();
  await work();
  assert.deepEqual(await outcomes(), { address_refused: 2 });
  smtp.refusals.recipient = null;
  const stopped = await stops();
  assert.deepEqual(
    stopped.map(({ address, cause, reason }: Record<string, string>) => [address, cause, reason]).toSorted(),
    [
      ['m…@example.com', 'refused', 'SMTP 550 5.1.1'],
      ['m…@former.example', 'refused', 'SMTP 550 5.1.1'],
    ],
  );
  await pool.query(`update account_mail set outcome = null, ended_at = null, due_at = now() - interval '100 years',
    recipient = '${email.toUpperCase()}', message = '{"subject": "Again", "text": "Again", "html": "Again"}'`);
  await work();
  assert.deepEqual([sentTo(email.toUpperCase()).length, await outcomes()], [0, { stopped: 2 }]);

  const [stop] = (await asOperator(service, 'GET', `/api/v1/admin/mail-stops?email=${email}`)).items;
  await asOperator(service, 'DELETE', `/api/v1/admin/mail-stops/${stop.id}`);
  assert.equal((await stops()).length, 1);
  await pool.query(`update account_mail set outcome = null, ended_at = null, due_at = now() - interval '100 years',
    recipient = '${email}', message = '{"subject": "Again", "text": "Again", "html": "Again"}'`);
  await work();
  assert.equal(sentTo(email).length, 2);
});

test('an operator stops an address whose mails come back', async () => {
  const { email } = await changeEmail();
  const stop = { email, cause: 'bounced', reason: 'Came back' };
  await asOperator(service, 'POST', '/api/v1/admin/mail-stops', stop);
  await work();
  assert.equal(sentTo(email).length, 0);
  assert.deepEqual(await outcomes(), { sent: 1, stopped: 1 });
});
