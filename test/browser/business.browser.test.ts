/** An operator changes a price, finds and refunds a payment, makes a GST return, and gives a role, in Chromium. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Payments } from '#domains/billing/payments-port.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenKey } from '../support/kit.ts';
import { givenPurchase, givenUnmatched } from '../support/purchases.ts';
import { givenInvoice } from '../support/sales.ts';
import { testOperator } from '../support/served-pages.ts';
import { type TestWeb, testWeb } from '../support/web.ts';

let web: TestWeb;
let page: Page;
let opened: Awaited<ReturnType<TestWeb['signedIn']>>;
before(async () => {
  web = await testWeb();
  opened = await web.signedIn({ app: 'console' });
  page = opened.page;
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const prices = async () => (await web.service.request('GET', '/api/pricing')).json();

test('an operator changes a price after a look at what changes, and returns to the old one', async () => {
  await page.goto('/console/prices');
  await page.getByRole('button', { name: 'Change Growth' }).click();
  await page.getByLabel('Price in rupees').fill('449.50');
  await page.getByRole('button', { name: 'Add to the changes' }).click();
  await page.getByRole('button', { name: 'Review the changes' }).click();
  await page.getByRole('table', { name: 'Changes' }).getByText('₹449.50').waitFor();
  assert.equal((await prices()).monthly_plans[1].amount, 39_900);
  await page.getByLabel('Reason').fill('Prices of 2027');
  await page.getByRole('button', { name: 'Change them' }).click();
  await page.getByText('Version 1, in force').waitFor();
  assert.equal((await prices()).monthly_plans[1].amount, 44_950);

  await page.getByRole('button', { name: 'Return to version 0' }).click();
  await page.getByLabel('Reason').fill('A mistake');
  await page.getByRole('button', { name: 'Return to it' }).click();
  await page.getByText('Version 2, in force').waitFor();
  assert.equal((await prices()).monthly_plans[1].amount, 39_900);
});

test('what can’t work is refused with the reason at its field, and stays there', async () => {
  await page.goto('/console/prices');
  await page.getByRole('button', { name: 'Change Starter' }).click();
  await page.getByLabel('Price in rupees').fill('0.5');
  await page.getByRole('button', { name: 'Add to the changes' }).click();
  await page.getByText('at least ₹1').waitFor();
  assert.equal(await page.getByLabel('Price in rupees').inputValue(), '0.5');
});

test('money without a purchase is attached to an account, and its purchase is found by the payment', async () => {
  const { db } = web.service.database;
  await givenUnmatched(db, 'pay_by_link');
  await givenAccount(db, { accountId: 'payer', email: 'payer@desk.example.com' });
  await page.goto('/console/unmatched');
  await page.getByRole('button', { name: 'Attach pay_by_link' }).click();
  await page.getByRole('textbox', { name: 'Account' }).fill('payer');
  await page.getByLabel('Pack').selectOption('topup_100');
  await page.getByLabel('Reason').fill('Paid by a link');
  await page.getByRole('button', { name: 'Attach it' }).click();
  await page.getByText('Every payment belongs to a purchase.').waitFor();

  await page.goto('/console/payments');
  await page.getByLabel('Search').fill('pay_by_link');
  await page.getByRole('link', { name: 'payer@desk.example.com' }).click();
  await page.getByText('The account got 100 credits for ₹500.00').waitFor();
  await page.getByText('An operator attached the payment of ₹500.00').waitFor();
});

test('a part of a payment is refunded after a look at its credits', async () => {
  const { db } = web.service.database;
  const sandbox = web.service.app.kernel.ports.use(Payments).providers.get('sandbox')!;
  const { account } = await givenAccount(db, { accountId: 'refunded' });
  const { purchase, reference } = await givenPurchase(db, sandbox, { plan: 'topup_100', account });
  await page.goto(`/sandbox/${reference}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.goto(`/console/payments/${purchase.id}`);
  await page.getByRole('button', { name: 'Ask the provider now' }).click();
  await page.getByRole('button', { name: 'Refund pay_' }).click();
  await page.getByLabel('Amount in rupees').fill('100.50');
  await page.getByRole('button', { name: 'Show what happens' }).click();
  await page.getByText('20 of 100, 100 unused').waitFor();
  await page.getByLabel('Reason').fill('Bought twice by mistake');
  await page.getByRole('button', { name: 'Send ₹100.50 back' }).click();
  const refunds = page.getByRole('table', { name: 'Refunds' });
  await refunds.getByText('Bought twice by mistake').waitFor();
  await refunds.getByText('Sent back').waitFor();
  await page.getByText('₹100.50 went back to the buyer').waitFor();

  await page.goto('/console/payments');
  await page.getByLabel('State').selectOption('Returned in part');
  await page.getByRole('link', { name: 'refunded' }).waitFor();
  await page.getByRole('link', { name: 'payer@desk.example.com' }).waitFor({ state: 'detached' });
  // The fixture began its checkouts in March 2026.
  await page.getByLabel('Begun from').fill('2026-04-01T00:00');
  await page.getByText('No matching purchases.').waitFor();

  await page.goto('/console/accounts/refunded');
  const today = page.getByLabel('Journey, oldest first');
  await today.getByText(/asked for a refund of ₹100.50/).waitFor();
  await today.getByText('Got ₹100.50 back').waitFor();
});

test('the business on invoices is set up once its GSTIN is right, and a month is downloaded as the return wants it', async () => {
  await page.goto('/console/gst/business');
  await page.getByLabel('Legal name').fill('Example Contacts LLP');
  await page.getByLabel('Address').fill('2 Sample Road\nPune 411001');
  await page.getByLabel('GSTIN').fill('27ABCDE1234F1Z5');
  await page.getByLabel('SAC').fill('998431');
  await page.getByLabel('Reason').fill('The first set-up');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/check digit/)
    .last()
    .waitFor();
  await page.getByLabel('GSTIN').fill('');
  // In the page, whose types Node.js doesn't have.
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ' 27ABCDE1234F1Z0\\n');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }));
  }`);
  assert.equal(await page.getByLabel('GSTIN').inputValue(), '27ABCDE1234F1Z0', 'spaces take no room');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('27-Maharashtra. Buyers here pay CGST and SGST').waitFor();

  const { number } = await givenInvoice(web.service.database.db, { accountId: 'gst-buyer' });
  await page.goto('/console/gst');
  await page.getByLabel('Search').fill('Asha');
  await page.getByRole('link', { name: number, exact: true }).waitFor();
  await page.goto('/console/gst/month?month=2026-11');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of b2cs' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'gstr1-2026-11-b2cs.csv');
});

test('a role is given, keeps its person from what it may not do, and is in the audit log with its file', async () => {
  await page.goto('/console/operators');
  const form = page
    .getByRole('form')
    .filter({ hasText: 'Set the role' })
    .or(page.locator('form', { hasText: 'Set the role' }));
  const give = async (role: string) => {
    await form.getByLabel('Operator').fill(testOperator);
    await form.getByLabel('Role').selectOption(role);
    await form.getByLabel('Reason').fill('A new task');
    await form.getByRole('button', { name: 'Set the role' }).click();
  };
  await give('finance');
  await page.getByText("You can't take the role of an owner from yourself").waitFor();
  const finance = { email: testOperator, role: 'finance', reason: 'By another owner' };
  await web.service.admin('POST', '/api/v1/admin/operators', finance);
  await page.reload();
  await page.getByRole('table', { name: 'People' }).getByText('Finance: payments').waitFor();
  await page.locator('.who').click();
  await page.getByText('Role: Finance').first().waitFor();
  await give('owner');
  await page.getByText('Your role is finance. This needs: owner.').waitFor();
  const owner = { email: testOperator, role: 'owner', reason: 'The test is over' };
  await web.service.admin('POST', '/api/v1/admin/operators', owner);

  await page.goto('/console/audit');
  await page.getByRole('table', { name: 'Audit log' }).getByText('Operator role set').first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download these as CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'audit-log.csv');
});

test('a person whose domain is refused is let in, and the refusals of the day are counted', async () => {
  const person = { email: 'let-in@mailinator.com', provider: 'google', provider_user_id: 'let-in' };
  const vet = async () => (await web.service.internal('POST', '/internal/identity/vet', person)).json();
  assert.equal((await vet()).allowed, false);
  await page.goto('/console/attempts');
  const row = page.getByRole('row').filter({ hasText: 'mailinator.com gives temporary mailboxes.' });
  await row.getByRole('button', { name: 'Let in' }).click();
  await page.getByLabel('Reason').fill('Wrote to us');
  await page.getByRole('button', { name: 'Let them in' }).click();
  await page.getByText('They may sign up for seven days.').waitFor();
  assert.equal((await vet()).allowed, true);
  await page.goto('/console/attempts/days');
  await page
    .getByRole('table', { name: 'By day' })
    .getByText(/disposable domain 1/i)
    .waitFor();
});

test('an account is found by a device, a key and a payment, as the operator types', async () => {
  const { service } = web;
  const { db } = service.database;
  const sandbox = service.app.kernel.ports.use(Payments).providers.get('sandbox')!;
  const device = { account_id: 'sought', email: 'sought@desk.example.com', device_id: 'tablet-9' };
  await service.internal('POST', '/internal/identity/register', device);
  const { account, text } = await givenKey(db, { accountId: 'sought' });
  const { reference } = await givenPurchase(db, sandbox, { plan: 'topup_100', account });
  await page.goto('/console/accounts');
  for (const sought of ['sought@desk', 'tablet-9', text.slice(0, 16), reference]) {
    await page.getByLabel('Search').fill('no such account');
    await page.getByText('No matching accounts.').waitFor();
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Search').pressSequentially(sought);
    await page.getByRole('link', { name: 'sought', exact: true }).waitFor();
    await eventually(async () => assert.equal(await page.locator('main tbody tr').count(), 1));
  }
});

test('an account shows what is wrong, takes a note, loses its sessions, and gives a device free', async () => {
  const { service } = web;
  await service.internal('POST', '/internal/identity/register', {
    account_id: 'desk',
    device_id: 'laptop-7',
  });
  await service.internal('POST', '/internal/extension/session', { account_id: 'desk', label: 'Laptop' });
  await page.goto('/console/accounts/desk');
  await page.getByText('It has no credits.').waitFor();
  await page.getByText('Write a note').click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask Leela');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await page.getByText('Ask Leela').first().waitFor();
  await page.getByRole('link', { name: 'Access' }).click();
  await page.getByText('1 session of extensions').waitFor();
  await page.getByRole('button', { name: 'End the sessions' }).click();
  await page.getByLabel('Reason').last().fill('Stolen');
  await page.getByRole('button', { name: 'End them' }).click();
  await page.getByText('0 sessions of extensions').waitFor();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Until').fill('2099-01-01T10:00');
  await dialog.getByLabel('Reason').fill('Until they call back');
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByText('1 Jan 2099').waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'laptop-7' })
    .getByRole('button', { name: 'Release' })
    .click();
  await page.getByLabel('Reason').last().fill('Sold');
  await page.getByRole('button', { name: 'Release it' }).click();
  await page.getByText('It has claimed nothing.').waitFor();
  await page.getByRole('link', { name: 'Journey' }).click();
  const journey = page.getByLabel('Journey, oldest first');
  await journey.getByText('The account was created').waitFor();
  await journey
    .getByText(/wrote a note/)
    .first()
    .waitFor();
});
