/** A customer from the first sign-in to the invoice, on the pages and in Chromium. The sandbox takes the payments. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { givenOnboarded } from '../support/purchases.ts';
import { accountOf, openPalette, type TestWeb, testWeb } from '../support/web.ts';
import { codeOf, newNumber } from '../support/whatsapp.ts';

let web: TestWeb;
before(async () => {
  web = await testWeb();
});
after(() => web?.[Symbol.asyncDispose]());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) =>
  page.getByRole('textbox', { name: label }).fill(text);
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** The error shown at a field, once there is one. */
async function faultAt(page: Page, label: string): Promise<string> {
  const field = page.getByRole('textbox', { name: label }).and(page.locator('[aria-invalid]'));
  return page.locator('.field', { has: field }).locator('.fault').innerText();
}

/** A signed-in account that can buy. */
async function signedInBuyer(name: string) {
  const email = `${name}@example.com`;
  const opened = await web.signedIn({ email });
  const accountId = await accountOf(opened.page);
  await givenOnboarded(web.service, accountId, email);
  return { ...opened, accountId };
}

/** Pays for a plan or a pack that the page of plans offers, and comes back. */
async function buy(page: Page, choice: string, act: string): Promise<void> {
  await page.goto('/app/plans');
  await press(page, choice);
  await press(page, act);
  await page.getByRole('link', { name: 'Return to the dashboard' }).click();
}

test('a customer sets up the account, pays, has a key and downloads the invoice', async () => {
  await using opened = await web.signedIn();
  const { page } = opened;
  await page.goto('/app/plans');
  await page.getByRole('link', { name: 'Choose Growth' }).click();
  await setUp(page);
  await page.getByRole('heading', { name: 'Growth', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
  await press(page, 'Go to the payment');
  await press(page, 'Pay ₹399');
  await press(page, 'Pay and start the subscription');
  await page.getByRole('link', { name: 'Return to the dashboard' }).click();
  await shows(page, /You paid ₹399 and got 80 credits/);

  await page.getByRole('link', { name: 'Create your API key' }).click();
  await fill(page, 'Name', 'CRM sync');
  await press(page, 'Create the key');
  await press(page, 'Show the key');
  const key = await page.getByText(/^cty_live_\w{38}$/).innerText();
  const { statusCode } = await web.service.withKey(key, 'GET', '/api/v1/key/info');
  assert.equal(statusCode, 200);
  await page.reload();
  await page.getByRole('link', { name: 'CRM sync' }).waitFor();
  assert.ok(!(await page.content()).includes(key), 'the key is shown once');

  await page.getByRole('link', { name: 'Invoices' }).click();
  const downloading = page.waitForEvent('download');
  await press(page, 'Invoice (PDF)');
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^SINV-\d{4}-000001\.pdf$/);
  assert.equal((await readFile(await download.path())).subarray(0, 5).toString(), '%PDF-');
});

/** The business profile and the number, with every mistake that the page should answer. */
async function setUp(page: Page): Promise<void> {
  const number = newNumber();
  await page.getByText('For a business').click();
  for (const [label, text] of [
    ['First name', 'Asha'],
    ['Last name', 'Example'],
    ['Business name', 'Example Traders'],
    ['Address', '12 Example Street'],
    ['City', 'Bengaluru'],
    ['PIN code', '56 0001'],
    ['GSTIN', '29ABCDE1234F1ZX'],
    ['Mobile number', '12'],
  ] as const)
    await page.getByLabel(label, { exact: label === 'Address' }).fill(text);
  assert.equal(await page.getByLabel('State').inputValue(), 'Karnataka', 'the GSTIN begins with 29');
  await press(page, 'Save and send a code');
  assert.match(await faultAt(page, 'PIN code'), /six digits/);
  assert.match(await faultAt(page, 'GSTIN'), /check digit/);
  assert.match(await faultAt(page, 'Mobile number'), /Ten digits/);
  await page.reload();
  assert.equal(await page.getByLabel('City').inputValue(), 'Bengaluru');
  await fill(page, 'Mobile number', number);
  await fill(page, 'PIN code', '560 001');
  await fill(page, 'GSTIN', '29ABCDE1234F1ZW');
  await press(page, 'Save and send a code');
  await shows(page, /We sent a code/);
  await page.locator('input[name=code]:focus').waitFor();
  assert.ok(await page.getByRole('button', { name: /Send again in/ }).isDisabled());
  const code = codeOf(web.service, number);
  await fill(page, 'Code', code === '000000' ? '000001' : '000000');
  assert.equal(await faultAt(page, 'Code'), 'The code is wrong. You have 4 tries left.');
  await page.reload();
  await fill(page, 'Mobile number', number);
  await fill(page, 'Code', code);
}

test('a payment that fails, and comes late, is seen in every tab that waits for it', async () => {
  await using buyer = await signedInBuyer('bina');
  const { page } = buyer;
  // Whether the service has heard of the failure yet.
  const waits = /Waiting for your payment|The payment failed/;
  await buy(page, 'Choose Starter', 'Pay and start the subscription');
  await shows(page, /You paid ₹99/);
  await buy(page, 'Buy 20 credits', 'Try to pay, and fail');
  await shows(page, waits);

  const [tab, bank] = [await page.context().newPage(), await page.context().newPage()];
  await tab.goto(page.url());
  await shows(tab, waits);
  await bank.goto(`/sandbox/${page.url().split('/').at(-1)}`);
  await press(bank, 'Pay, but the money takes a while');
  const shop = await page.context().newPage();
  await shop.goto('/app/plans');
  await shop.getByRole('link', { name: '₹100 is on its way' }).click();
  await shows(shop, 'Your payment is on its way');
  await press(bank, 'Let the money arrive');
  for (const one of [page, tab]) await shows(one, /You paid ₹100 and got 20 credits/);
  await press(bank, 'Pay a second time');
  await eventually(async () => {
    await page.reload();
    await shows(page, /You paid ₹100 and got 20 credits/);
    assert.equal(await page.getByText(/A second payment of ₹100 came/).count(), 1);
  });
  await openPalette(page);
  await page.keyboard.type(page.url().split('/').at(-1)!);
  await page
    .getByRole('option', { name: /Payment, ₹100/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/app/payment/order_nope');
  await shows(page, 'There is no such payment.');
  await page.goto(`/app/payment/${'x'.repeat(500)}`);
  await shows(page, 'There is no such payment.');
});

test('what a stranger paid for becomes the account that asks for it by a click; any other hears whose it is not', async () => {
  const response = await web.service.request('POST', '/api/v1/billing/checkout', {
    body: { plan_id: 'scale' },
  });
  const { payment_reference: reference } = response.json();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await web.service.request('POST', `/sandbox/${reference}`, { headers: form, body: 'act=start' });
  await using buyer = await web.signedIn({ email: 'chitra@example.com' });
  await buyer.page.goto(`/app/payment/${reference}`);
  await shows(buyer.page, /A payment for Scale has arrived, and no account has it yet/);
  await buyer.page.reload();
  await shows(buyer.page, 'Add it to chitra@example.com if you made it.');
  const { rows } = await web.service.database.pool.query(
    'select account from purchase join purchase_reference known on known.purchase = purchase.id where known.reference = $1',
    [reference],
  );
  assert.deepEqual(rows, [{ account: null }]);
  await press(buyer.page, 'Add it to my account');
  await shows(buyer.page, /You paid ₹999 and got 200 credits/);
  await using other = await web.signedIn({ email: 'dev@example.com' });
  await other.page.goto(`/app/payment/${reference}`);
  await shows(other.page, 'This purchase belongs to another account');
});

test('the plan says what else can be bought; it is cancelled after a question', async () => {
  await using buyer = await signedInBuyer('esha');
  const { page } = buyer;
  await page.goto('/app/plans');
  await shows(page, 'You can buy top-up packs while you have an active monthly plan.');
  await buy(page, 'Choose Growth', 'Pay and start the subscription');
  await shows(page, /You paid ₹399/);
  await page.goto('/app/plans');
  await page.getByRole('button', { name: 'Upgrade to Scale' }).waitFor();
  await press(page, 'Upgrade to Scale');
  await shows(page, /You pay ₹999 today.* Growth ends with the first payment/);
  await press(page, 'Keep Growth');
  const starter = page.getByRole('listitem').filter({ hasText: 'Starter' });
  assert.match(await starter.innerText(), /To move to a lower plan, contact us/);

  await press(page, 'Cancel the plan');
  await shows(page, /Growth ends on \d/);
  await press(page, 'Keep the plan');
  await press(page, 'Cancel the plan');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click();
  await shows(page, /Ends on .* You won’t be charged again/);
  await press(page, 'Keep Growth');
  await shows(page, /Growth continues. It renews on \d/);
  await page.getByRole('button', { name: 'Cancel the plan' }).waitFor();
});

test('a code shows its credits before it is redeemed, and then appears in the history', async () => {
  await web.service.admin('POST', '/api/v1/admin/growth/promos', {
    code: 'WELCOME10',
    credits: 10,
    valid_days: 30,
  });
  await using opened = await web.signedIn({ email: 'farah@example.com' });
  const { page } = opened;
  await page.goto('/app/credits');
  await fill(page, 'Code', 'WELCOME11');
  await press(page, 'Check');
  assert.match(await faultAt(page, 'Code'), /no such code/);
  await fill(page, 'Code', 'welcome10');
  await press(page, 'Check');
  await shows(page, /WELCOME10 gives you 10 credits/);
  await shows(page, 'No credits moved in');
  await press(page, 'Redeem WELCOME10');
  await shows(page, 'Promo WELCOME10');
});
