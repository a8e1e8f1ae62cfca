import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dayMs, daysAfter, hourMs } from '#core/clock.ts';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { MailOutbox } from '#domains/mails/index.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';
import { mailFailedRenewal } from './mail-failed-renewal.ts';

const start = new Date('2026-03-01T00:00:00Z');
const end = new Date('2026-04-01T00:00:00Z');
const clock = manualClock(end);
const service = await testService({ clock, environment: { MAIL_OUTBOX: 'on' } });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);

beforeEach(() => {
  provider.trouble = null;
});

let buyers = 0;
async function buyer() {
  buyers += 1;
  const email = `buyer-${buyers}@example.com`;
  const { account, accountId } = await givenAccount(db, { email });
  const { reference } = await givenPurchase(db, provider, { plan: 'growth', account });
  const apply = async (facts: readonly ProviderFact[]) => {
    for (const { id, payload } of await applyFacts(db, 'sandbox', facts))
      if (id === mailFailedRenewal.id) await runJob(service, mailFailedRenewal, payload);
    await runJob(service, sendDue);
  };
  await apply(provider.charge(reference, { start, end }));
  const mails = () =>
    service.app.kernel.ports
      .use(MailOutbox)!
      .mails()
      .filter(({ to }) => to === email)
      .toReversed();
  const tell = (status: 'pending' | 'halted' | 'active', at: Date) =>
    apply(provider.tell(reference, status, at));
  return { accountId, reference, tell, mails };
}

test('each day on which a renewal fails is mailed once with the page to pay on, and the end once', async () => {
  const { reference, tell, mails } = await buyer();
  await tell('pending', end);
  await tell('pending', new Date(end.getTime() + hourMs));
  await tell('pending', daysAfter(end, 1));
  await tell('halted', daysAfter(end, 3));
  await tell('halted', daysAfter(end, 4));
  const sent = mails();
  assert.deepEqual(
    sent.map(({ template, subject }) => [template, subject]),
    [
      ['renewal_failed', 'Your payment for Growth failed'],
      ['renewal_failed', 'Your payment for Growth failed'],
      ['renewal_failed', 'Your plan Growth was not renewed'],
    ],
  );
  const [first, , last] = sent;
  assert.ok(first!.text.includes(`https://pay.example/${reference}`), first!.text);
  assert.match(first!.text, /₹399\.00.*tries again/);
  assert.match(
    first!.text,
    /Credits of the last month expire: 1 Apr 2026\nPlan ends without a payment: 4 Apr 2026/,
  );
  assert.match(last!.text, /stopped trying[\s\S]*Plan ended: 1 Apr 2026/);
  assert.equal(first!.unsubscribe, undefined, 'it can not be switched off');
});

test('without a page of the provider the mail leads to the plans', async () => {
  const { tell, mails } = await buyer();
  provider.trouble = 'unreachable';
  await tell('pending', end);
  assert.match(mails()[0]!.text, /\/app\/plans/);
});

test('a plan with a hostile or long name is shown harmlessly', async () => {
  const { reference, tell, mails } = await buyer();
  await service.database.pool.query(
    `update purchase set terms = jsonb_set(terms, '{name}', $2::jsonb)
      where id = (select purchase from subscription where reference = $1)`,
    [reference, JSON.stringify(`<script>alert(1)</script>\r\n\u202e${'x'.repeat(80)}`)],
  );
  await tell('pending', end);
  const [mail] = mails();
  assert.doesNotMatch(mail!.html, /<script/);
  assert.doesNotMatch(mail!.subject, /[\r\n\u202e]/);
  assert.match(mail!.subject, /…/);
});

test('a renewal that is paid, cancelled or long past is not mailed about', async () => {
  const [paid, cancelled, past] = [await buyer(), await buyer(), await buyer()];
  const apply = (facts: ProviderFact[]) => applyFacts(db, 'sandbox', facts);
  const [failed] = (await apply(provider.tell(paid.reference, 'pending', end))).filter(
    ({ id }) => id === mailFailedRenewal.id,
  );
  await paid.tell('active', daysAfter(end, 1));
  await runJob(service, mailFailedRenewal, failed!.payload);
  const path = `/internal/billing/cancellation/${cancelled.accountId}`;
  assert.equal((await service.internal('POST', path, {})).statusCode, 200);
  await cancelled.tell('pending', end);
  clock.advance(30 * dayMs + 1);
  await past.tell('halted', clock.now());
  for (const { mails } of [paid, cancelled, past]) assert.deepEqual(mails(), []);
});
