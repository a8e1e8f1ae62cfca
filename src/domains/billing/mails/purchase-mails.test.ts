import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { MailSender } from '#domains/mails/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob, runJobOn, withPort } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { openMailWebhook } from '#test/support/mail-webhook.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, type Enqueued, givenOnboarded, givenPurchase } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';
import { remindUnclaimed, sendPurchaseMail } from './purchase-mails.ts';
import type { MailKey, MailKind } from './sql.ts';

const webhook = await openMailWebhook();
const clock = manualClock(new Date('2026-03-01T00:00:00Z'));
const service = await testService({
  clock,
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
const { db, pool } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
const month = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2126-04-01T00:00:00Z') };

let buyers = 0;
const newAddress = () => `buyer-${++buyers}@example.com`;

/** A stranger's checkout. Gives its reference. */
async function checkOut(notify_email: string, plan_id = 'growth'): Promise<string> {
  const response = await service.request('POST', '/api/v1/billing/checkout', {
    body: { plan_id, notify_email },
    remoteAddress: `2001:db8:77:${(++buyers).toString(16)}::1`,
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().payment_reference;
}
const pay = (reference: string) => applyFacts(db, 'sandbox', provider.charge(reference, month));
type MailJob = MailKey;
const mailJobs = (jobs: Enqueued): MailJob[] =>
  jobs.filter(({ id }) => id === sendPurchaseMail.id).map(({ payload }) => payload as MailJob);

async function claim(reference: string, account_id: string) {
  const path = `/api/v1/billing/claim-token?payment_reference=${reference}`;
  const remoteAddress = `2001:db8:78:${(++buyers).toString(16)}::1`;
  const { token } = (await service.request('GET', path, { remoteAddress })).json();
  const response = await service.internal('POST', '/internal/billing/claim', { token, account_id });
  assert.equal(response.statusCode, 200, response.body);
}

/** Runs the jobs of mails that wait, as the queue does, and gives what arrived. */
async function sendAll() {
  const from = webhook.calls.length;
  const waiting = await db.selectFrom('purchase_mail').selectAll().where('ended_at', 'is', null).execute();
  const failures: string[] = [];
  for (const { purchase, kind, about } of waiting) {
    const sent = runJob(service, sendPurchaseMail, { purchase, kind: kind as MailKind, about });
    await sent.catch((error: Error) => failures.push(error.message));
  }
  const mails = webhook.calls.slice(from).map(({ body, headers }) => ({
    id: headers['webhook-id'],
    ...JSON.parse(body).data,
  }));
  return { mails, failures };
}
const outcomesOf = async (reference: string) => {
  const { rows } = await pool.query(
    `select kind, outcome from purchase_mail join purchase_reference using (purchase)
     where reference = $1 order by queued_at, kind`,
    [reference],
  );
  return rows.map(({ kind, outcome }) => `${kind} ${outcome}`);
};

test('a stranger who paid gets the link to claim the plan, and the receipt once it is claimed', async () => {
  const to = newAddress();
  const reference = await checkOut(to);
  assert.deepEqual((await sendAll()).mails, [], 'nothing is sent before money arrives');
  assert.equal(mailJobs(await pay(reference)).length, 1);
  const [mail, ...others] = (await sendAll()).mails;
  assert.deepEqual(others, []);
  const link = `https://contacts.example.com/app/payment/${reference}`;
  assert.deepEqual([mail.to, mail.template, mail.values.payment_url], [to, 'purchase_claim', link]);
  assert.equal(mail.subject, 'Your payment for Growth arrived');
  assert.ok(mail.text.includes('₹399.00') && mail.text.includes(link));

  await claim(reference, 'claims-by-mail');
  const [receipt, ...more] = (await sendAll()).mails;
  assert.deepEqual(more, []);
  assert.deepEqual(
    [receipt.to, receipt.template, receipt.subject],
    [to, 'purchase_receipt', 'Receipt for Growth'],
  );
  for (const said of ['₹399.00', receipt.values.payment_id, 'https://contacts.example.com/app/invoices'])
    assert.ok(receipt.text.includes(said), said);
  assert.deepEqual(await outcomesOf(reference), ['purchase_claim sent', 'purchase_receipt sent']);
});

test('a signed-in buyer gets the receipt alone, at the address of the checkout, and none for renewals', async () => {
  const { accountId } = await givenAccount(db, { accountId: 'buys-inside' });
  await givenOnboarded(service, accountId);
  const to = newAddress();
  const response = await service.internal('POST', '/internal/billing/checkout', {
    ...{ account_id: accountId, plan_id: 'starter', notify_email: to },
  });
  const { payment_reference } = response.json();
  await pay(payment_reference);
  const { mails } = await sendAll();
  assert.deepEqual(
    mails.map(({ to: at, template }) => [at, template]),
    [[to, 'purchase_receipt']],
  );
  const next = { start: month.end, end: new Date('2126-05-01T00:00:00Z') };
  await applyFacts(db, 'sandbox', provider.charge(payment_reference, next));
  assert.deepEqual((await sendAll()).mails, []);
});

test('the buyer of an unclaimed payment is reminded once, after a day', async () => {
  const reference = await checkOut(newAddress());
  await pay(reference);
  await sendAll();
  const { rows } = await pool.query(
    `select occurred_at from payment join purchase_reference using (purchase) where purchase_reference.reference = $1`,
    [reference],
  );
  const remindAt = (ms: number) =>
    runJobOn(
      { ports: service.app.kernel.ports, now: () => new Date(rows[0].occurred_at.getTime() + ms) },
      remindUnclaimed,
    );
  await remindAt(dayMs - 1);
  assert.deepEqual((await sendAll()).mails, []);
  for (let hour = 0; hour < 3; hour += 1) await remindAt(dayMs);
  const { mails } = await sendAll();
  assert.deepEqual(
    mails.map(({ template, subject }) => [template, subject]),
    [['purchase_waiting', 'Your payment for Growth is waiting']],
  );
});

test('no mail asks to claim a purchase that was claimed or refunded before', async () => {
  const claimed = await checkOut(newAddress());
  await pay(claimed);
  await claim(claimed, 'claims-first');
  const returned = await checkOut(newAddress());
  const facts = provider.charge(returned, month);
  await applyFacts(db, 'sandbox', facts);
  const payment = facts.flatMap((fact) => ('payment' in fact ? [fact.payment.id] : []))[0]!;
  await applyFacts(db, 'sandbox', provider.sendBack(payment, 39_900));
  const { mails } = await sendAll();
  assert.deepEqual(
    mails.map(({ template }) => template),
    ['purchase_receipt', 'purchase_refund'],
  );
  assert.deepEqual(await outcomesOf(claimed), ['purchase_claim not_needed', 'purchase_receipt sent']);
  assert.deepEqual(await outcomesOf(returned), ['purchase_claim not_needed', 'purchase_refund sent']);
});

test('each mail has one id however often it is tried, and is not sent again once it is accepted', async () => {
  const reference = await checkOut(newAddress());
  const facts = provider.charge(reference, month);
  const jobs = mailJobs(await applyFacts(db, 'sandbox', [...facts, ...facts, ...facts]));
  assert.equal(jobs.length, 1, 'repeats of the delivery enqueue nothing');
  webhook.status = 503;
  const first = await sendAll();
  const second = await sendAll();
  assert.match(first.failures[0]!, /not accepted/);
  webhook.status = 202;
  const third = await sendAll();
  assert.deepEqual(new Set([...first.mails, ...second.mails, ...third.mails].map(({ id }) => id)).size, 1);
  assert.deepEqual([third.mails.length, third.failures.length], [1, 0]);
  const from = webhook.calls.length;
  await runJob(service, sendPurchaseMail, jobs[0]!);
  assert.equal(webhook.calls.length, from);
});

test('a sender that refuses a mail for good ends it', async () => {
  const reference = await checkOut(newAddress());
  await pay(reference);
  webhook.status = 422;
  assert.deepEqual((await sendAll()).failures, []);
  webhook.status = 202;
  assert.deepEqual(await outcomesOf(reference), ['purchase_claim refused']);
});

test('a mailbox gets five mails in 24 hours, however it is spelled, and more the next day', async () => {
  const spellings = (at: number) => (at % 2 ? `Bombed+${at}@gmail.com` : 'b.o.m.b.e.d@gmail.com');
  const references = [];
  for (let at = 0; at < 8; at += 1) {
    const reference = await checkOut(spellings(at), 'starter');
    await pay(reference);
    references.push(reference);
  }
  assert.equal((await sendAll()).mails.length, 5);
  const outcomes = (await Promise.all(references.map(outcomesOf))).flat();
  assert.equal(outcomes.filter((outcome) => outcome === 'purchase_claim too_many').length, 3);
  clock.advance(dayMs);
  await pay(await checkOut(spellings(0), 'starter'));
  assert.equal((await sendAll()).mails.length, 1);
});

test('without an address, or without a sender, no mail is sent', async () => {
  const silent = await checkOut('');
  assert.deepEqual(mailJobs(await pay(silent)), []);
  assert.deepEqual(await outcomesOf(silent), []);
  const reference = await checkOut(newAddress());
  const [job] = mailJobs(await pay(reference));
  await runJobOn(
    { ports: withPort(service.app.kernel.ports, MailSender.opened(null)) },
    sendPurchaseMail,
    job!,
  );
  assert.deepEqual(await outcomesOf(reference), ['purchase_claim no_mailer']);
});

test('the queue carries the mail from the claim to the sender', async () => {
  const to = newAddress();
  const reference = await checkOut(to);
  await pay(reference);
  await sendAll();
  const from = webhook.calls.length;
  await claim(reference, 'claims-with-a-worker');
  await service.app.work();
  await eventually(async () => {
    const mine = webhook.calls.slice(from).filter(({ body }) => JSON.parse(body).data.to === to);
    assert.equal(mine.length, 1);
  });
});

test('each refund of a signed-in buyer is mailed once, to the address of the account', async () => {
  const email = newAddress();
  const { account } = await givenAccount(db, { email });
  const { purchase, reference } = await givenPurchase(db, provider, { plan: 'topup_100', account });
  const [paid] = provider.pay(reference);
  assert.ok(paid?.kind === 'payment');
  const refunds = [
    ...provider.sendBack(paid.payment.id, 12_345),
    ...provider.sendBack(paid.payment.id, 37_655),
  ];
  await applyFacts(db, 'sandbox', [paid, ...refunds, ...refunds]);
  const { mails } = await sendAll();
  assert.deepEqual(mails.map(({ to, subject }) => [to, subject]).toSorted(), [
    [email, '₹123.45 is on its way back to you'],
    [email, '₹376.55 is on its way back to you'],
  ]);
  assert.equal(new Set(mails.map(({ id }) => id)).size, 2);
  assert.ok(mails.every(({ id }) => id.startsWith(`${purchase.id}.purchase_refund.`)));
  assert.deepEqual((await sendAll()).mails, []);
});
