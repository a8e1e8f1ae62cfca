/** Incidents about money, each walked in the console: docs/guide/incidents.md. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openRazorpayStandIn, type RazorpayStandIn } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { makeOrder } from '#dev/stand-ins/razorpay/selling.ts';
import { eventually } from '../support/eventually.ts';
import { booksOf, givenKey } from '../support/kit.ts';
import { givenOnboarded } from '../support/purchases.ts';
import { givenInvoice } from '../support/sales.ts';
import { testService } from '../support/service.ts';
import { type TestWeb, testWeb } from '../support/web.ts';
import { type Desk, deskOf } from './desk.ts';

let razorpay: RazorpayStandIn;
let web: TestWeb;
let opened: Awaited<ReturnType<TestWeb['signedIn']>>;
let desk: Desk;
before(async () => {
  razorpay = await openRazorpayStandIn();
  web = await testWeb({ environment: razorpay.environment });
  razorpay.webhook.settings.url = `${web.url}/api/v1/billing/webhook/razorpay`;
  opened = await web.signedIn({ app: 'console' });
  desk = deskOf(opened.page);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
  await razorpay?.[Symbol.asyncDispose]();
});

const checkOut = (service: TestWeb['service'], account_id: string) =>
  service.internal('POST', '/internal/billing/checkout', { account_id, plan_id: 'topup_20' });

/** A customer with a plan. */
async function buyer(accountId: string): Promise<void> {
  await givenKey(web.service.database.db, { accountId, plan: 'growth' });
  await givenOnboarded(web.service, accountId);
}

/** The order of a pack of 20 credits for ₹100, not yet paid. */
async function ordered(accountId: string): Promise<string> {
  await buyer(accountId);
  const response = await checkOut(web.service, accountId);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().payment_reference;
}

const credits = async (accountId: string, balance: number) =>
  eventually(async () => assert.equal((await booksOf(web.service, accountId)).balance, balance));

/** A paid order. Gives the payment's id. */
async function paid(accountId: string): Promise<string> {
  const payment = await razorpay.acts.pay(await ordered(accountId));
  await credits(accountId, 20);
  return payment.id;
}

async function openPurchase(reference: string): Promise<void> {
  await desk.go('/payments');
  await desk.fill('Search', reference);
  await desk
    .row(/20 credits|Top/)
    .getByRole('link')
    .first()
    .click();
  await desk.page.getByRole('button', { name: 'Ask the provider now' }).waitFor();
}

async function refund(payment: string, rupees: string): Promise<void> {
  await desk.press(`Refund ${payment}`);
  await desk.fill('Amount in rupees', rupees);
  await desk.press('Show what happens');
  await desk.page.getByRole('dialog').getByLabel('Reason').fill('Bought by mistake');
  await desk.press(/^Send ₹.* back$/);
  await desk.said('The refund is on its way to the provider.');
}

/** The provider carries out the refund that it took. */
async function sentBack(payment: string): Promise<void> {
  const refunds = () => [...razorpay.books.refunds.values()].filter((each) => each.payment_id === payment);
  await eventually(async () => assert.equal(refunds().length, 1));
  await razorpay.acts['process-refund'](refunds()[0]!.id);
}

test('The key of the payment provider has expired', async () => {
  await buyer('expired-key');
  await using wrong = await testService({
    database: web.service.database,
    environment: { ...razorpay.environment, RAZORPAY_KEY_SECRET: 'an-expired-secret' },
  });
  assert.equal((await checkOut(wrong, 'expired-key')).statusCode, 503);
  await desk.see('razorpay refuses to sell', 'Check the keys now');
  await desk.said('It runs in a moment.');
  // The new key is in the environment of the process that runs jobs.
  await desk.go('/health');
  await desk.comes('It accepts the credential.');
  assert.equal((await checkOut(web.service, 'expired-key')).statusCode, 200);
  await desk.resolve('razorpay refuses to sell');
});

test('The payment provider is down', async () => {
  razorpay.control.trouble = 'server_error';
  await desk.go('/health');
  await desk.press('Check vendors and certificate');
  await desk.row(/It answers HTTP 500|It does not answer/).waitFor();
  razorpay.control.trouble = 'none';
  await desk.press('Check vendors and certificate');
  await desk.row('It accepts the credential.').waitFor();
});

test('A webhook of the provider has a wrong signature', async () => {
  const order = await ordered('wrong-signature');
  const { settings } = razorpay.webhook;
  const { secret } = settings;
  settings.secret = 'the-secret-of-last-year';
  await razorpay.acts.pay(order);
  await desk.see('An event of razorpay had no valid signature.', 'Show the deliveries');
  await desk.page.waitForURL('**/console/deliveries');
  settings.secret = secret;
  await razorpay.webhook.deliver();
  await credits('wrong-signature', 20);
  await desk.resolve('An event of razorpay had no valid signature.');
});

test('A customer paid and got nothing', async () => {
  const order = await ordered('got-nothing');
  razorpay.webhook.settings.held = true;
  await razorpay.acts.pay(order);
  await openPurchase(order);
  await desk.press('Ask the provider now');
  await desk.said('The account got 20 credits for ₹100.00');
  await credits('got-nothing', 20);
  razorpay.webhook.settings.held = false;
  await razorpay.webhook.deliver();
});

test('Money arrived without a purchase', async () => {
  await buyer('paid-by-link');
  const { id } = makeOrder(razorpay.books, { amount: 50_000, currency: 'INR' });
  const payment = await razorpay.acts.pay(id);
  await eventually(async () => {
    const { items } = (await web.service.admin('GET', '/api/v1/admin/billing/unmatched-payments')).json();
    assert.equal(items.length, 1);
  });
  await desk.see('₹500.00 arrived and nothing was granted for it', 'Show the payments');
  await desk.press(`Attach ${payment.id}`);
  await desk.page.getByRole('textbox', { name: 'Account' }).fill('paid-by-link');
  await desk.page.getByLabel('Pack').selectOption('topup_100');
  await desk.fill('Reason', 'Paid by a link');
  await desk.press('Attach it');
  await desk.said('Every payment belongs to a purchase.');
  await credits('paid-by-link', 100);
});

test('A customer paid twice', async () => {
  const order = await ordered('paid-twice');
  await razorpay.acts['capture-twice'](order);
  await credits('paid-twice', 20);
  await eventually(async () => assert.equal(razorpay.books.refunds.size, 1));
  const [refund] = [...razorpay.books.refunds.values()];
  await sentBack(String(refund?.payment_id));
  await openPurchase(order);
  await desk.comes('of a second payment went back to the buyer');
});

test('A customer gets a refund', async () => {
  const payment = await paid('refunded');
  await openPurchase(payment);
  await refund(payment, '50');
  await sentBack(payment);
  await desk.comes('₹50.00 went back to the buyer');
  await credits('refunded', 10);
});

test('A refund failed half-way', async () => {
  const payment = await paid('half-way');
  Object.assign(razorpay.control, { trouble: 'not_enabled', on: `POST /v1/payments/${payment}/refund` });
  await openPurchase(payment);
  await refund(payment, '100');
  const refused = 'A refund that you asked for failed';
  await desk.go('/health');
  await desk.comes(refused);
  razorpay.control.trouble = 'none';
  await desk.see(refused, 'Show the purchase');
  await refund(payment, '100');
  await sentBack(payment);
  await credits('half-way', 0);
  await desk.comes('₹100.00 went back to the buyer');
  await desk.go('/health');
  await desk.said('State of the service');
  assert.equal(await desk.row(refused).count(), 0);
});

test('A buyer disputes a payment at their bank', async () => {
  const payment = await paid('disputed');
  const dispute = await razorpay.acts.dispute(payment);
  await desk.go('/accounts/disputed');
  await desk.comes('The buyer disputes a payment of ₹100.00.');
  await desk.press('See the purchase');
  await razorpay.acts['lose-dispute'](dispute.id);
  await desk.comes('The bank took ₹100.00 back');
  await credits('disputed', 0);
});

test('Prices change', async () => {
  const growth = async () =>
    (await web.service.request('GET', '/api/pricing')).json().monthly_plans[1].amount;
  await desk.go('/prices');
  await desk.press('Change Growth');
  await desk.fill('Price in rupees', '449.50');
  await desk.press('Add to the changes');
  await desk.press('Review the changes');
  await desk.fill('Reason', 'Prices of 2027');
  await desk.press('Change them');
  await desk.said('Version 1, in force');
  assert.equal(await growth(), 44_950);
  await desk.press('Return to version 0');
  await desk.confirm('Return to it', 'Announced too early');
  await desk.said('Version 2, in force');
  assert.equal(await growth(), 39_900);
});

test('The GST return of a month is due', async () => {
  const issuedAt = new Date('2026-11-22T10:00:00Z');
  const { number } = await givenInvoice(web.service.database.db, { accountId: 'gst-buyer', issuedAt });
  await desk.go('/gst');
  await desk.fill('Search', 'Asha');
  await desk.page.getByRole('link', { name: number }).waitFor();
  await desk.go('/gst/month?month=2026-11');
  const [file] = await Promise.all([
    desk.page.waitForEvent('download'),
    desk.page.getByRole('link', { name: 'CSV of b2cs' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'gstr1-2026-11-b2cs.csv');
});
