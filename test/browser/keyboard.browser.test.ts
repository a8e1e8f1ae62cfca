/** A whole task in each app without a pointer: every act is a key. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import type { TestPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { asOperator, customer, importRows } from '../support/kit.ts';
import { memoryProvider } from '../support/memory-provider.ts';
import { givenPaidPack } from '../support/purchases.ts';
import { accountOf, openPalette, type TestWeb, testWeb } from '../support/web.ts';

let web: TestWeb;
before(async () => {
  web = await testWeb();
});
after(() => web?.[Symbol.asyncDispose]());

/** Opens the palette, types, and waits until this is the line that Enter takes. */
async function choose(page: Page, text: string, line: string | RegExp): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(text);
  await page.getByRole('option', { name: line, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await to.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab does not reach it');
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function faultsOf(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

test('a customer looks a person up, finds the answer again and reads the keys', async () => {
  await importRows(
    web.service,
    'profile_url,full_name,email\nhttps://github.com/asha-example,Asha Example,asha@works.example',
  );
  await using opened: TestPage = await web.signedIn();
  const { page } = opened;
  const grant = { account_id: await accountOf(page), credits: 10, valid_days: 30, reason: 'test' };
  await asOperator(web.service, 'POST', '/api/v1/admin/growth/credits', grant);
  await page.reload();
  await page.getByRole('heading', { name: 'Look up' }).waitFor();

  await choose(page, 'github.com/asha-example', /Look up this link/);
  await page.getByText('asha@works.example').first().waitFor();
  assert.match(page.url(), /\/app\?lookup=lkp_\w+$/);
  const answer = page.url();

  await press(page, 'g', 'c');
  await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  await openPalette(page);
  await page.keyboard.type('asha');
  const found = page.getByRole('option', { name: /Asha Example/ });
  await found.waitFor();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await faultsOf(page), []);
  }
  while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(answer);

  const { payment_id } = await givenPaidPack(
    web.service.database.db,
    memoryProvider(),
    await accountOf(page),
  );
  await choose(page, payment_id, new RegExp(payment_id));
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();
  await page.goBack();
  await page.waitForURL(answer);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Next and previous row').waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await page.keyboard.press('/');
  await page.keyboard.type('g j ?');
  assert.equal(await page.getByLabel('Link to a profile, or several').inputValue(), 'g j ?');
  assert.equal(page.url(), answer, 'keys in a field are text');

  await press(page, 'Escape', 'g', 'j');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await choose(page, 'new job', /New job/);
  await page.getByRole('heading', { name: 'New job', level: 1 }).waitFor();
  await press(page, 'Escape', '?');
  await keys.getByText('Next and previous row').waitFor();
  assert.match(page.url(), /\/app\/jobs\/new$/, 'a form is not left');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await press(page, 'g', 'j');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();

  await page.goto('/app?lookup=lkp_1&job=job_1');
  await openPalette(page);
  await press(page, 'Escape', 'Escape');
  await page.waitForURL('**/app/jobs/job_1');
});

test('an act stands when its page is closed before Undo is gone', async () => {
  const { accountId: subject } = await customer(web.service, 0, { account_id: 'acct_rhea' });
  const lock = { subject_type: 'account', subject, reason: 'Asked by phone' };
  await asOperator(web.service, 'POST', '/api/v1/admin/locks', lock);
  await using opened: TestPage = await web.signedIn({ app: 'console' });
  const { page } = opened;
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPalette(page);
  await press(page, 'Escape', 'g', 'l');
  const lift = page.getByRole('row', { name: /acct_rhea/ }).getByRole('button', { name: 'Lift' });
  await lift.waitFor();
  await tabTo(page, lift);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.close();
  const { items } = await asOperator(web.service, 'GET', '/api/v1/admin/locks?include_expired=true');
  const states = items.map((one: Record<string, string>) => [one.subject, one.status]);
  assert.deepEqual(states, [[subject, 'lifted']]);
});

test('an operator locks an account, undoes it, and saves a list as a view', async () => {
  for (const name of ['mallory', 'leela'])
    await customer(web.service, 5, { account_id: `acct_${name}`, email: `${name}@works.example` });
  await using opened: TestPage = await web.signedIn({ app: 'console' });
  const { page } = opened;
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  await openPalette(page);
  await page.keyboard.type('lock');
  await page.getByRole('option', { name: 'Lock …' }).waitFor();
  await page.keyboard.press('ArrowDown');
  while ((await page.getByRole('option', { name: 'Lock …' }).getAttribute('aria-selected')) !== 'true')
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('mallory');
  await page.getByRole('option', { name: /mallory@works.example/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Lock' });
  await dialog.waitFor();
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('Sells our data');
  await tabTo(page, dialog.getByRole('button', { name: 'Lock', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('The lock is in force.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('u');
  await page.getByText('The lock was lifted.').waitFor();

  await press(page, 'g', 'a');
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
  await press(page, '/');
  await eventually(async () =>
    assert.equal(await page.getByLabel('Search').evaluate((field) => field.matches(':focus')), true),
  );
  await page.keyboard.type('works.example');
  await page.getByRole('link', { name: 'acct_mallory' }).waitFor();
  await eventually(async () => assert.equal(await page.locator('tbody tr').count(), 2));
  await press(page, 'Enter', 'j', 'Enter');
  await page.getByRole('heading', { name: 'mallory@works.example', level: 1 }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
  assert.equal(await page.getByLabel('Search').inputValue(), 'works.example');
  await page.getByRole('link', { name: 'acct_mallory' }).waitFor();
  await page.keyboard.press('j');
  await page.locator('a:focus').getByText('acct_mallory').waitFor();

  await tabTo(page, page.getByLabel('Locks'));
  await page.keyboard.type('Not');
  await page.waitForURL('**/console/accounts?locked=false');
  await tabTo(page, page.getByRole('button', { name: 'Save this view' }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Save this view' }).waitFor();
  await page.keyboard.type('In good standing');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'In good standing' }).waitFor();
  assert.deepEqual(await faultsOf(page), []);

  await press(page, 'g', 'o');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await choose(page, 'good standing', /In good standing/);
  await page.waitForURL('**/console/accounts?locked=false');
});
