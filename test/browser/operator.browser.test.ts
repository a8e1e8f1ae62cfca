/** An operator looks after a customer, from the one-time link to the audit log, which has every act under their email. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { raiseAlert } from '#domains/audit/index.ts';
import { type TestPage, testPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { asOperator, type Customer, customer, find } from '../support/kit.ts';
import { testOperator } from '../support/served-pages.ts';
import { signInOn, type TestWeb, testWeb } from '../support/web.ts';
import { givenVerified } from '../support/whatsapp.ts';

const operator = 'ravi@operators.example';
const link = 'https://github.com/nobody-known';

let web: TestWeb;
let opened: TestPage;
let page: Page;
let asha: Customer;
before(async () => {
  web = await testWeb({ environment: { OPERATORS: `${testOperator},${operator}` } });
  asha = await customer(web.service, 30, { account_id: 'acct_asha', email: 'asha@works.example' });
  await givenVerified(web.service.database.db, '+12025550147', asha);
  opened = await testPage({ baseURL: web.url });
  ({ page } = opened);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const inDialog = () => page.getByRole('dialog');
const goTo = (part: string) => page.getByRole('link', { name: part, exact: true }).click();

/** Confirms what a button asks, with a reason. */
async function confirm(act: string, reason: string): Promise<void> {
  await inDialog().getByLabel('Reason').fill(reason);
  await inDialog().getByRole('button', { name: act, exact: true }).click();
}

test('the one-time link lets an operator in, once', async () => {
  const { path } = await asOperator(web.service, 'POST', '/api/v1/admin/operators/links', {
    email: operator,
  });
  await page.goto(path);
  await page.getByRole('button').click();
  await page.waitForURL('**/console');
  await said('Hit rate');
  await page.locator('.who').getByText(operator).waitFor();
});

test('operators are listed with their links; a session that a link opened makes none, and a revoked link ends it', async () => {
  await goTo('Operators');
  const sessions = page.getByRole('table', { name: 'Sessions' });
  const mine = sessions.getByRole('row').filter({ hasText: operator }).first();
  await mine.getByText('Link', { exact: true }).waitFor();
  await said('Sign in through the identity provider to create links.');
  assert.equal(await page.getByLabel('Email of the operator').count(), 0);

  await using colleague = await testPage({ baseURL: web.url });
  await signInOn(colleague.page, { app: 'console' });
  const { page: theirs } = colleague;
  await theirs.goto('/console/operators');
  await theirs.getByLabel('Email of the operator').fill('ivan@operators.example');
  await theirs.getByRole('button', { name: 'Create a link' }).click();
  await theirs.getByText('The address is not in OPERATORS').first().waitFor();
  await theirs.getByLabel('Email of the operator').fill(operator);
  await theirs.getByRole('button', { name: 'Create a link' }).click();
  await theirs.getByText(`For ${operator}, shown once`).waitFor();
  await theirs.getByRole('button', { name: 'Show the link' }).click();
  const link = await theirs.getByText('/console/sign-in/link?token=').innerText();

  await using guest = await testPage({ baseURL: web.url });
  await guest.page.goto(link);
  await guest.page.getByRole('button', { name: 'Sign in' }).click();
  await guest.page.waitForURL('**/console');
  await theirs.reload();
  await theirs.getByText(`Link from ${testOperator}`).waitFor();
  const links = theirs.getByRole('region', { name: 'One-time links' });
  await links
    .getByRole('row')
    .filter({ hasText: testOperator })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click();
  await theirs.getByText('Link revoked.').waitFor();
  await guest.page.goto('/console/accounts');
  await guest.page.waitForURL('**/console/sign-in*');
});

test('an account is found by an email that stays out of the address', async () => {
  await goTo('Accounts');
  await fill('Search', 'asha@works');
  await page.getByLabel('Locks').selectOption('Not locked');
  await page.getByRole('link', { name: 'acct_asha' }).click();
  await said('asha@works.example');
  await page.getByRole('heading', { name: 'asha@works.example', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/console/accounts/acct_asha');
  await page.goBack();
  assert.equal(new URL(page.url()).search, '?locked=false');
  await page.goForward();
});

test('credits are granted, undone, and taken back with a reason', async () => {
  await goTo('Credits');
  const grant = async (credits: string, reason: string) => {
    await page.getByRole('spinbutton', { name: 'Credits' }).fill(credits);
    await fill('Reason', reason);
    await press('Grant credits');
    await said(`${credits} credits granted.`);
  };
  await grant('7', 'A slip');
  await press('Undo');
  await said('7 credits taken back.');
  await grant('25', 'Two lookups failed');
  await page.getByRole('row', { name: 'Two lookups failed' }).getByRole('button').click();
  await confirm('Take back 25 credits', 'They were the wrong account');
  await said('25 credits taken back.');
  const { items } = await asOperator(
    web.service,
    'GET',
    '/api/v1/admin/growth/accounts?account_id=acct_asha',
  );
  assert.equal(items[0].balance, 30);
});

test('a key is shown once, works, is restricted, and revoked', async () => {
  await goTo('Keys');
  await press('Create a key');
  await confirm('Create the key', 'A second laptop');
  await page.getByRole('button', { name: 'Show the key' }).click();
  const key = await page.locator('.secret code').innerText();
  assert.equal((await find(web.service, { key }, link)).statusCode, 200);

  await press('Change');
  await inDialog().getByLabel('Allowed IPs').fill('198.51.100.7');
  await confirm('Save', 'They have an address now');
  await said('The key was changed.');
  assert.equal((await find(web.service, { key }, link)).json().code, 'ip_not_allowed');

  await press('Revoke');
  await confirm('Revoke the key', 'It leaked');
  await said('The key was revoked.');
  assert.equal((await find(web.service, { key }, link)).json().code, 'invalid_key');
});

test('a lock stops the account until it is lifted', async () => {
  await goTo('Access');
  await press('Lock');
  await confirm('Lock', 'Chargebacks');
  await said('The lock is in force.');
  assert.equal((await find(web.service, asha, link)).json().code, 'account_locked');
  await press('Lift');
  await said('The lock was lifted.');
  assert.equal((await find(web.service, asha, link)).statusCode, 200);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await said('The lock is in force again.');
  assert.equal((await find(web.service, asha, link)).json().code, 'account_locked');
  await page.getByRole('button', { name: 'Lift', exact: true }).click();
  await eventually(async () => assert.equal((await find(web.service, asha, link)).statusCode, 200));
});

test('rate, agents and number are changed with their reasons', async () => {
  const card = (name: string) => page.getByRole('region', { name });
  await card('Request rate').getByLabel('Requests/min').fill('90');
  await card('Request rate').getByLabel('Reason').fill('Agreed by phone');
  await card('Request rate').getByRole('button', { name: 'Save' }).click();
  await said('90 per minute, its own');
  await card('Agents').getByLabel('Agent access').selectOption('Off');
  await card('Agents').getByLabel('Reason').fill('Their agent loops');
  await card('Agents').getByRole('button', { name: 'Save' }).click();
  await said(`Set by ${operator}: Their agent loops`);
  await press('Unbind the number');
  await confirm('Unbind the number', 'A new phone');
  await said('It has no number.');
});

test('an alert is resolved with a note', async () => {
  await raiseAlert(web.service.database.db, {
    kind: 'source_refused',
    subject: 'hunter',
    details: { reason: 'no credits' },
  });
  await goTo('Health');
  // A busy machine may raise alerts of its own.
  await page
    .getByRole('row', { name: 'The source hunter refuses to answer: no credits.' })
    .getByRole('button', { name: 'Resolve' })
    .click();
  await confirm('Resolve', 'Bought more');
  await said('The alert was resolved.');
  await goTo('Alerts');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Resolved');
  await said(`${operator}: Bought more`);
});

test('a refused sign-up is shown with its evidence', async () => {
  await web.service.internal('POST', '/internal/identity/vet', {
    email: 'asha@works.example',
    ip: '203.0.113.9',
  });
  await goTo('Sign-ups');
  const row = page.getByRole('row', { name: 'asha@works.example' });
  assert.match(
    await row.innerText(),
    /refused[\s\S]*The mailbox belongs to acct_asha[\s\S]*203\.0\.113\.9[\s\S]*acct_asha/i,
  );
});

test('the audit log has all of it, by the operator, with reasons and differences', async () => {
  await goTo('Audit log');
  await fill('Account', 'acct_asha');
  await fill('Who', operator);
  await said('Their agent loops');
  for (const told of [
    /Credits granted[\s\S]*30[\s\S]*55/,
    /Credits revoked[\s\S]*They were the wrong account/,
    /Key created/,
    /Key changed[\s\S]*198\.51\.100\.7[\s\S]*They have an address now/,
    /Key revoked[\s\S]*It leaked/,
    /Lock created[\s\S]*Chargebacks/,
    /Lock lifted/,
    /Account rate set[\s\S]*90[\s\S]*Agreed by phone/,
    /WhatsApp unbound[\s\S]*A new phone/,
  ])
    await page.getByRole('row').filter({ hasText: told }).first().waitFor();
  await page.waitForURL('**/console/audit?account_id=acct_asha');
});
