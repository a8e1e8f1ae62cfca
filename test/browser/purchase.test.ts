/** A purchase from the price list to the invoice, as a buyer and their dashboard walk it, on the real program and in Chromium. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testPage, withoutBrowser } from '../support/browser.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { pdfText } from '../support/pdf-text.ts';
import { openProgram, type Program } from '../support/program.ts';
import { givenVerified } from '../support/whatsapp.ts';

const skip = withoutBrowser;
const link = 'https://www.linkedin.com/in/asha-example';

let database: TestDatabase;
let program: Program;
before(async () => {
  if (skip) return;
  database = await testDatabase();
  program = openProgram({ DATABASE_URL: database.url });
  await program.start();
});
after(async () => {
  await program?.[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
});

async function call<Answer = Record<string, unknown>>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await program.call(path, init);
  assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`);
  return (await response.json()) as Answer;
}

const post = <Answer = Record<string, unknown>>(path: string, body: object) =>
  call<Answer>(path, { method: 'POST', body: JSON.stringify(body) });

interface Opened {
  payment_reference: string;
  payment_url: string;
}

const claimState = (reference: string) =>
  call<{ status: string; token: string | null }>(
    `/api/v1/billing/claim-token?payment_reference=${reference}`,
  );

const payments = async (accountId: string) =>
  (
    await call<{ items: { plan_id: string; status: string; provider_payment_id: string }[] }>(
      `/internal/billing/payments/${accountId}`,
    )
  ).items;

/** The account with an address for invoices and a proved number, so that it may buy packs. */
async function onboard(accountId: string): Promise<void> {
  await givenVerified(database.db, undefined, { accountId });
  await post('/internal/identity/onboarding/start', {
    account_id: accountId,
    email: `${accountId}@example.com`,
    first_name: 'Asha',
    last_name: 'Example',
    address_line1: '12 Example Street',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  });
}

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
  const { payment_reference: reference, payment_url: url } = await post<Opened>('/api/v1/billing/checkout', {
    plan_id: 'growth',
  });
  await using opened = await testPage();
  const { page } = opened;
  await page.goto(url);
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Growth');
  assert.match(await stateOn(page), /₹399 a month\s+State\s+Not started yet/);
  await press(page, 'Pay and start the subscription');
  assert.match(await stateOn(page), /Active, paid until/);
  await accepted(page, 'subscription.charged');
  await eventually(async () => assert.equal((await claimState(reference)).status, 'ready'));

  // Who has given an address has the invoice at once.
  await onboard('asha');
  const { token } = await claimState(reference);
  const claimed = await post('/internal/billing/claim', { token, account_id: 'asha' });
  assert.deepEqual(claimed, { account_id: 'asha', plan_id: 'growth', balance: 80 });
  const { key } = await post<{ key: string }>('/internal/key/ensure/asha', {});
  await call('/api/v1/admin/directory/imports?file_name=people.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `profile_url,full_name,email\n${link},Leela Example,leela@example.com\n`,
  });
  const found = await call<{ status: string; credits: object }>('/api/v1/find', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ profile_url: link }),
  });
  assert.deepEqual(
    [found.status, found.credits],
    ['completed', { charged: 1, remaining: 79, reason: 'completed_lookup' }],
  );

  const [payment] = await payments('asha');
  const pdf = await eventually(async () => {
    const response = await program.call(
      `/internal/billing/invoice/asha?provider_payment_id=${payment!.provider_payment_id}`,
    );
    assert.equal(response.status, 200);
    return response;
  });
  const { runs, pages } = pdfText(Buffer.from(await pdf.arrayBuffer()));
  const text = runs.join('\n');
  for (const part of ['Tax invoice', 'Asha Example', '₹338.14', '₹30.43', '₹399.00'])
    assert.ok(text.includes(part), part);
  assert.equal(pages, 1);
});

test('a payment that fails, and one that is late, grant nothing until the money is there', {
  skip,
}, async () => {
  const { payment_reference: reference, payment_url: url } = await post<Opened>(
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
  assert.equal((await claimState(reference)).status, 'pending');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(width, 360, 'nothing is wider than a phone');

  await press(page, 'Let the money arrive');
  assert.match(await stateOn(page), /₹100\s+State\s+Paid/);
  await accepted(page, 'order.paid');
  await eventually(async () => {
    const [payment] = await payments('asha');
    assert.deepEqual([payment?.plan_id, payment?.status], ['topup_20', 'granted']);
  });
  const { balance } = await call<{ balance: number }>('/internal/billing/balance/asha');
  assert.equal(balance, 99);
});
