/** What customers do with their credits on the pages: a lookup, a job from a file to its CSV, and what they connect. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { textMax } from '#web/app/views/look-up/bar/fits.ts';
import type { TestPage } from '../support/browser.ts';
import { asOperator, importRows } from '../support/kit.ts';
import { spreadsheetOf } from '../support/spreadsheet.ts';
import { accountOf, type TestWeb, testWeb } from '../support/web.ts';

const people = ['asha', 'ravi', 'mira'];
const linkTo = (name: string) => `https://github.com/${name}-example`;

let web: TestWeb;
let opened: TestPage;
let page: Page;
let accountId: string;
before(async () => {
  web = await testWeb();
  const rows = people.map((name) => `${linkTo(name)},${name} Example,${name}@works.example`);
  await importRows(web.service, ['profile_url,full_name,email', ...rows].join('\n'));
  opened = await web.signedIn();
  page = opened.page;
  accountId = await accountOf(page);
  // A fast machine does all of this within one minute, which an account without a plan may not.
  const { db } = web.service.database;
  await db
    .updateTable('account')
    .set({ rate_limit_per_min: 1_000 })
    .where('account_id', '=', accountId)
    .execute();
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function lookUp(link: string): Promise<void> {
  await page.getByLabel('Link to a profile, or several').fill(link);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
}

test('a lookup needs a credit and no key, and the page leads to plans', async () => {
  await page.goto('/app');
  await page.getByLabel('Link to a profile, or several').fill(linkTo('asha'));
  await press('Get credits');
  await page.waitForURL('**/app/plans');
  const grant = { account_id: accountId, credits: 10, valid_days: 30, reason: 'test' };
  await asOperator(web.service, 'POST', '/api/v1/admin/growth/credits', grant);
});

test('a link inside a profile is mended by a press, and the answer shows its sources', async () => {
  await page.goto('/app');
  await lookUp(`${linkTo('asha')}/dotfiles`);
  await shown('Did you mean');
  await press('Look it up');
  await shown('asha@works.example');
  await shown('1 source');
  await shown('1 credit spent.');
  await shown('9 credits');
  assert.match(page.url(), /\/app\?lookup=lkp_\w+$/, 'the address names no person');
  await page.reload();
  await shown('asha@works.example');

  await page.goto('/app');
  await page.getByLabel('Link to a profile, or several').fill(`${linkTo('Asha')}/?tab=stars`);
  await shown(/You paid for this person/);
  await page.getByRole('link', { name: 'Open that answer' }).click();
  await shown('asha@works.example');
  await shown('9 credits');
});

const file = ['Name;City;Profile;Blog', ...people.map((name) => `${name} Example;Pune;${linkTo(name)};`)]
  .concat(
    `Asha again;Goa;github.com/Asha-Example;`,
    'Nobody;Goa;no link;',
    '=1+1;Goa;github.com/stranger-example;',
  )
  .join('\n');

test('a pasted text that is too long for a job is refused with a sentence, and one that fits becomes links', async () => {
  await page.goto('/app');
  const bar = page.getByLabel('Link to a profile, or several');
  const paste = async (text: string) => {
    await bar.evaluate((_, copied) => Reflect.get(navigator, 'clipboard').writeText(copied), text);
    await bar.press('ControlOrMeta+v');
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await paste('x'.repeat(textMax + 1));
  await shown('This text has more than 10,00,000 characters.');
  assert.equal(await bar.inputValue(), '');
  await paste(people.map(linkTo).join('\n'));
  await page.getByRole('button', { name: `Look up ${people.length} people` }).waitFor();
});

test('a dropped file is read, paid for up to its limit, and comes back as a CSV', async () => {
  await page.goto('/app/jobs');
  await page.getByRole('link', { name: 'New job' }).first().click();
  const dropped = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
  await page.locator('input[type=file]').setInputFiles(dropped);
  await shown('You have 9.');
  await page.getByRole('table', { name: 'The first rows' }).getByText('mira Example').waitFor();
  await page.getByRole('table', { name: 'Refused rows' }).getByText('no link').waitFor();

  await page.getByLabel('Column with the links').selectOption({ label: 'Blog' });
  await shown('None of these rows can be looked up.');
  await page.getByLabel('Column with the links').selectOption({ label: 'Profile' });
  await page.getByLabel('Names').selectOption({ label: 'None' });
  await page.getByLabel('Your reference').selectOption({ label: 'Name' });
  await page.getByRole('table', { name: 'The first rows' }).getByText('mira Example').waitFor();
  await page.getByText('Advanced').click();
  await page.getByLabel('Limit of credits').fill('2');
  await press('Start · at most 2 credits');

  await shown('Its limit of credits is spent.');
  await press('Resume');
  await press('Resume the job');
  await shown('Every profile has an answer.');
  await page.getByLabel('Show').selectOption('refused');
  await page.getByRole('table', { name: 'Rows' }).getByText('no link').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  assert.equal((await download).suggestedFilename(), 'guests-results.csv');
  const [header, ...rows] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  assert.match(header!, /Name;City;Profile;Blog;status;reason;credits/);
  assert.deepEqual(
    rows.map((row) => row.split(';')).map(([name, , , , status, , credits]) => [name, status, credits]),
    [
      ['asha Example', 'completed', '1'],
      ['ravi Example', 'completed', '1'],
      ['mira Example', 'completed', '1'],
      ['Asha again', 'completed', '0'],
      ['Nobody', 'refused', '0'],
      ["'=1+1", 'not_found', '0'],
    ],
  );
});

test('each credit of the month has its cause, and a row leads to the job or to the people', async () => {
  await page.goto('/app/credits');
  const table = page.getByRole('table', { name: 'Where your credits went' });
  const job = table.getByRole('row', { name: 'guests.csv' });
  assert.match((await job.textContent())!, /^guests\.csv4 lookups, free: 1 not found−3$/);
  const cells = await table.locator('tbody tr:not(:has(strong)) td:last-child').allTextContents();
  const sum = cells.reduce((all, text) => all + Number(text.replace('−', '-')), 0);
  assert.equal(sum, 6, 'ten came from support, and four were spent');
  await shown('6 credits');
  await table.getByRole('link', { name: 'Lookups on the dashboard' }).click();
  await page.getByRole('table', { name: 'Lookups' }).getByText('asha Example').waitFor();
  await page.goBack();
  await job.getByRole('link').click();
  await page.waitForURL('**/app/jobs/job_*');
  await shown('Free: 1 not found, 1 repeated, 1 refused.');
});

test('a file in another encoding is read in the one that is chosen, and a spreadsheet as it is', async () => {
  await page.goto('/app/jobs/new');
  const old = Buffer.from(`Name,Profile\nJos\u00e9 Example,${linkTo('asha')}\n`, 'latin1');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: old });
  await shown('This file can’t be used.');
  await shown('The file looks like Western European (Windows-1252).');
  assert.equal(await page.getByLabel('Encoding').inputValue(), 'windows-1252');
  assert.equal(await page.getByText('`').count(), 0);
  await press('Read it again');
  await page.getByRole('button', { name: 'Start · at most 1 credit' }).waitFor();
  await press('Choose another file');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const buffer = spreadsheetOf([['Name', 'Profile'], ...people.map((name) => [name, linkTo(name)])]);
  await page.locator('input[type=file]').setInputFiles({ name: 'people.xlsx', mimeType, buffer });
  await page.getByRole('button', { name: `Start · at most ${people.length} credits` }).waitFor();
});

test('pasted links can be changed after they were read', async () => {
  await page.goto('/app/jobs/new');
  await page.getByText('Paste links instead').click();
  const links = page.getByLabel('Links, one a line');
  await links.fill('nonsense');
  await page.getByRole('button', { name: 'Check the links' }).click();
  await shown('None of these rows can be looked up.');
  await page.getByRole('button', { name: 'Change the links' }).click();
  assert.equal(await links.inputValue(), 'nonsense');
});

test('pasted links are there again after Back and Forward', async () => {
  const pasted = 'github.com/asha-example\ngithub.com/bina-example';
  await page.goto('/app');
  await page.getByLabel('Link to a profile, or several').fill(pasted);
  await page.getByRole('button', { name: 'Look up 2 people' }).click();
  await shown('Profiles to look up');
  await page.goBack();
  await page.goForward();
  assert.equal(await page.getByLabel('Links, one a line').inputValue(), pasted);
});

test('usage shows the calls of a surface, and its address can be sent on', async () => {
  await page.goto('/app/usage');
  await page.getByRole('table', { name: 'Lookups' }).getByText('mira Example').first().waitFor();
  await page.getByRole('navigation', { name: 'From' }).getByText('Agents').click();
  await shown('No lookups match.');
  assert.match(page.url(), /opened_from=mcp/);
});

test('a code connects an extension, and ending its session asks first', async () => {
  await page.goto('/app/connect');
  await shown('Agents may not act for you yet');
  await page.getByRole('link', { name: 'Browser extension' }).click();
  await page.getByLabel('Name of the browser or device').fill('Chrome on the laptop');
  await press('Create a code');
  await shown('Your code is shown once.');
  await press('Show the code');
  const code = await page.getByText(/^cty_refresh_/).textContent();
  const pair = await fetch(`${web.url}/api/v1/extension/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: code }),
  });
  assert.equal(pair.status, 200);

  await press(/^End$/);
  await press('End the session');
  await page.getByRole('table', { name: 'Sessions' }).getByText('Ended').waitFor();
});
