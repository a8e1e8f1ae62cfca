/** A purchase from the price list to the invoice, as a buyer and their dashboard walk it, on the real program and in Chromium. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testPage, withoutBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { pdfText } from '../support/pdf-text.ts';
import { type OpenedCheckout, openShop, type Shop } from './shop.ts';

const skip = withoutBrowser;
const link = 'https://www.linkedin.com/in/asha-example';

let shop: Shop;
before(async () => {
  if (!skip) shop = await openShop();
});
after(() => shop?.[Symbol.asyncDispose]());

/** What the page says about the price and the state of the sale. */
const stateOn = (page: Page) => page.locator('dl').first().innerText();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Reloads the page until the service has accepted the event. */
const accepted = (page: Page, event: string) =>
  eventually(async () => {
    await page.getByRole('link', { name: 'Show the latest state' }).click();
    const told = await page.locator('dl').last().innerText();
    assert.match(told, new RegExp(`^${event.replace('.', '\\.')}\\s+Accepted`, 'm'));
  });

test('a stranger pays for a plan on its page, claims it, looks somebody up and has the invoice', {
  skip,
}, async () => {
  const { payment_reference: reference, payment_url: url } = await shop.post<OpenedCheckout>(
    '/api/v1/billing/checkout',
    {
      plan_id: 'growth',
    },
  );
  await using opened = await testPage();
  const { page } = opened;
  await page.goto(url);
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Growth');
  assert.match(await stateOn(page), /₹399 a month\s+State\s+Not started yet/);
  await press(page, 'Pay and start the subscription');
  assert.match(await stateOn(page), /Active, paid until/);
  await accepted(page, 'subscription.charged');

  // Who has given an address has the invoice at once.
  await shop.onboard('asha');
  const claimed = await shop.claim(reference, 'asha');
  assert.deepEqual(claimed, { account_id: 'asha', plan_id: 'growth', balance: 80 });
  const { key } = await shop.post<{ key: string }>('/internal/key/ensure/asha', {});
  await shop.call('/api/v1/admin/directory/imports?file_name=people.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `profile_url,full_name,email\n${link},Leela Example,leela@example.com\n`,
  });
  const found = await shop.call<{ status: string; credits: object }>('/api/v1/find', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ profile_url: link }),
  });
  assert.deepEqual(
    [found.status, found.credits],
    ['completed', { charged: 1, remaining: 79, reason: 'completed_lookup' }],
  );

  const { runs, pages } = pdfText(await shop.invoice('asha'));
  const text = runs.join('\n');
  for (const part of ['Tax invoice', 'Asha Example', '₹338.14', '₹30.43', '₹399.00'])
    assert.ok(text.includes(part), part);
  assert.equal(pages, 1);
});

test('a payment that fails, and one that is late, grant nothing until the money is there', {
  skip,
}, async () => {
  const { payment_reference: reference, payment_url: url } = await shop.post<OpenedCheckout>(
    '/internal/billing/checkout',
    { account_id: 'asha', plan_id: 'topup_20' },
  );
  await using opened = await testPage({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const { page } = opened;
  await page.goto(url);
  await press(page, 'Try to pay, and fail');
  await page.getByRole('heading', { name: '₹100 failed' }).waitFor();
  await press(page, 'Pay, but the money takes a while');
  await page.getByRole('heading', { name: '₹100 authorized' }).waitFor();
  await accepted(page, 'payment.authorized');
  assert.equal((await shop.claimState(reference)).status, 'pending');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(width, 360, 'nothing is wider than a phone');

  await press(page, 'Let the money arrive');
  assert.match(await stateOn(page), /₹100\s+State\s+Paid/);
  await accepted(page, 'order.paid');
  await eventually(async () => {
    const [payment] = await shop.payments('asha');
    assert.deepEqual([payment?.plan_id, payment?.status], ['topup_20', 'granted']);
  });
  const { balance } = await shop.call<{ balance: number }>('/internal/billing/balance/asha');
  assert.equal(balance, 99);
});
