/** What a developer does on the pages: keys from the first to the last, and the log of requests. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { RefusedCalls } from '#domains/calls/index.ts';
import type { TestPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { asOperator, importRows } from '../support/kit.ts';
import { accountOf, openPalette, type TestWeb, testWeb } from '../support/web.ts';

const asha = 'https://github.com/asha-example';

let web: TestWeb;
let opened: TestPage;
let page: Page;
before(async () => {
  web = await testWeb();
  await importRows(web.service, `profile_url,full_name,email\n${asha},Asha Example,asha@works.example`);
  opened = await web.signedIn();
  page = opened.page;
  const account_id = await accountOf(page);
  const grant = { account_id, credits: 10, valid_days: 30, reason: 'test' };
  await asOperator(web.service, 'POST', '/api/v1/admin/growth/credits', grant);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const pressIn = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();
const statusWith = async (key: string) =>
  (await web.service.withKey(key, 'GET', '/api/v1/key/info')).statusCode;

/** The text of the key that was just made. */
async function newKey(): Promise<string> {
  await press('Show the key');
  const key = await page.getByText(/^cty_(live|test)_\w{38}$/).innerText();
  await press('I have stored it');
  return key;
}

test('a key is created, used, replaced with an overlap in which both work, and revoked', async () => {
  await page.goto('/app/key');
  await shown('Create your first key');
  assert.match(page.url(), /\/app\/keys$/);
  await page.getByLabel('Name').fill('CRM sync');
  await page.getByLabel('Allowed addresses').fill('300.1.1.1');
  await press('Create the key');
  await page.locator('.fault').getByText('300.1.1.1').waitFor();
  await page.getByLabel('Allowed addresses').fill('127.0.0.1 198.51.100.0/24');
  await press('Create the key');
  const old = await newKey();
  assert.equal(await statusWith(old), 200);

  await page.getByRole('link', { name: 'CRM sync' }).click();
  await shown('127.0.0.1, 198.51.100.0/24');
  await press('Edit the name');
  await page.getByLabel('Name').fill('CRM');
  await press('Save');
  await page.getByRole('heading', { name: 'CRM', level: 1, exact: true }).waitFor();
  await typeWhileSaving();
  await press('Replace');
  await page.getByLabel('The old key still works for').selectOption('72');
  await shown(/^Until .* \d{4}, \d\d:\d\d\.$/);
  await pressIn('Replace the key');
  await shown(/works until/);
  await page.getByRole('link', { name: 'All keys' }).click();
  await shown('Your new key: CRM');
  await page.getByRole('link', { name: 'The old key' }).click();
  await page.goBack();
  const fresh = await newKey();
  assert.deepEqual([await statusWith(old), await statusWith(fresh)], [200, 200]);
  await page
    .getByRole('row', { name: /Being replaced/ })
    .getByRole('link')
    .click();

  await openPalette(page);
  await page.keyboard.type('CRM');
  await page.getByRole('option', { name: /^CRM/ }).nth(1).waitFor();
  await page.keyboard.press('Escape');

  await press('Revoke');
  await shown(/are refused within a second/);
  await pressIn('Revoke the key');
  await shown('Revoked');
  await eventually(async () => assert.equal(await statusWith(old), 401));
  assert.equal(await statusWith(fresh), 200);
});

/** A text typed into the name while it is saved stays in the field. */
async function typeWhileSaving(): Promise<void> {
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/internal/keys/**', (route) => typed.then(() => route.continue()), { times: 1 });
  await press('Edit the name');
  await page.getByLabel('Name').fill('CRM');
  await press('Save');
  await page.getByLabel('Name').fill('CRM again');
  release();
  await shown('It is now called CRM.');
  await page.locator('form [aria-disabled=false]').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'CRM again');
  await press('Cancel');
}

test('a leaked key that is chosen ends at once; one that is being replaced is offered and revoked', async () => {
  await page.goto('/app/keys');
  await press('Create key');
  await page.getByLabel('Name').fill('Website');
  await page.getByLabel('Mode').selectOption('test');
  await press('Create the key');
  const leaked = await newKey();
  await press('Key leaked?');
  const choice = page.getByRole('dialog').getByLabel('Key that leaked');
  assert.equal(await choice.inputValue(), '', 'no key is chosen for the reader');
  await choice.selectOption({ index: 1 });
  await pressIn('Replace it now');
  await shown(/no longer works/);
  const fresh = await newKey();
  assert.deepEqual([await statusWith(leaked), await statusWith(fresh)], [401, 200]);

  await page.getByRole('link', { name: 'Website' }).click();
  await press('Replace');
  await pressIn('Replace the key');
  const newest = await newKey();
  await page.getByRole('link', { name: 'All keys' }).click();
  await press('Key leaked?');
  const replaced = await choice.locator('option', { hasText: 'being replaced' }).getAttribute('value');
  await choice.selectOption(replaced);
  await shown(/The key that replaced it still works/);
  await pressIn('Revoke it now');
  await shown(/is revoked/);
  await eventually(async () => assert.equal(await statusWith(fresh), 401));
  assert.equal(await statusWith(newest), 200);
});

test('a lookup is in the log of requests: contacts are shown when they are asked for, and code repeats it', async () => {
  await page.goto('/app/keys');
  await press('Create key');
  await page.getByLabel('Name').fill('Nightly');
  await press('Create the key');
  const key = await newKey();
  await web.service.withKey(key, 'POST', '/api/v1/find', { profile_url: asha });
  await web.service.withKey(key, 'POST', '/api/v1/find', { profile_url: 'no link' });
  await web.service.app.kernel.ports.use(RefusedCalls).write();

  await page.goto('/app/requests');
  const nightly = page.locator('option', { hasText: /^Nightly \(cty_live_/ });
  await page.getByLabel('Key').selectOption(await nightly.getAttribute('value'));
  await page.getByLabel('Status').selectOption('4xx');
  await page.getByLabel('Operation').selectOption('Look up');
  assert.match(page.url(), /key_id=key_\w+&status=4xx&operation=lookup\.find$/);
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
  await rows.getByText('invalid_profile_url').waitFor();
  await eventually(async () => assert.equal(await rows.count(), 1));
  await rows.getByRole('link').click();
  const errorPage = await page.getByRole('link', { name: 'invalid_profile_url' }).getAttribute('href');
  assert.match(errorPage!, /\/errors\/invalid_profile_url$/);

  await page.goBack();
  await page.getByLabel('Status').selectOption('2xx');
  await rows.getByText('Found').waitFor();
  await eventually(async () => assert.equal(await rows.count(), 1));
  await rows.getByRole('link').click();
  await shown('a•••@works.example');
  assert.equal(await page.getByText('asha@works.example').count(), 0);
  await press('Show contacts');
  await shown('asha@works.example');
  await page.getByText('Python', { exact: true }).click();
  await shown(/urllib\.request\.Request/);
  assert.ok(!(await page.content()).includes(key));
  await page.reload();
  await shown(/urllib\.request\.Request/);
});

test('code beside the search bar follows what is typed', async () => {
  await page.goto('/app');
  await page.getByText('The same as code').click();
  await page.getByText('curl', { exact: true }).click();
  await page.getByLabel('Link to a profile, or several').fill(asha);
  await shown(new RegExp(`"profile_url": "${asha}"`));
});
