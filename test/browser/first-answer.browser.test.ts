/** From the first sign-in to the first paid answer, and what a customer without credits sees on the way. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testPage } from '../support/browser.ts';
import { asOperator, importRows } from '../support/kit.ts';
import { givenOnboarded } from '../support/purchases.ts';
import { withSettings } from '../support/settings.ts';
import { accountOf, type TestWeb, testWeb } from '../support/web.ts';
import { walkToFirstAnswer } from './first-answer.ts';

/** From the sign-in page on. */
const clicksMax = 8;

let web: TestWeb;
before(async () => {
  web = await testWeb();
});
after(() => web?.[Symbol.asyncDispose]());

const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const bar = (page: Page) => page.getByLabel('Link to a profile, or several');
const recentRow = (page: Page) => page.getByRole('table', { name: 'Recent lookups' }).locator('tbody tr');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test(`a stranger has the first paid answer after at most ${clicksMax} clicks, as is documented`, async (t) => {
  await using opened = await testPage({ baseURL: web.url });
  const { page } = opened;
  const begun = performance.now();
  const { clicks, fields } = await walkToFirstAnswer(web, page);
  const seconds = Math.round((performance.now() - begun) / 1000);
  t.diagnostic(`${clicks} clicks, ${fields} fields, ${seconds} s`);
  assert.ok(clicks <= clicksMax, `${clicks} clicks`);
  const decisions = readFileSync(
    join(import.meta.dirname, '../../docs/decisions/buying-on-the-pages.md'),
    'utf8',
  );
  assert.ok(
    decisions.includes(`${clicks} clicks and ${fields} fields`),
    `the document doesn’t say ${clicks} clicks and ${fields} fields`,
  );

  await shows(page, 'You paid ₹99 and got 20 credits');
  await shows(page, '1 credit spent.');
  await page.reload();
  await shows(page, 'leela@works.example');
  await page.goto('/app');
  assert.equal(await bar(page).inputValue(), '', 'the lookup ran, and isn’t kept any more');
  await shows(page, '19 credits');
  await recentRow(page).first().waitFor();
  assert.equal(await recentRow(page).count(), 1);
});

test('before the first purchase the home answers about people who don’t exist, and refuses a wrong link before anything is paid', async () => {
  await using opened = await web.signedIn({ email: 'bina@example.com' });
  const { page } = opened;
  await shows(page, 'You need credits to look people up.');
  await shows(page, 'Starter: 20 credits for ₹99 a month.');
  await page.getByRole('link', { name: 'Asha Example' }).click();
  await shows(page, 'asha@works.example');
  await shows(page, 'this person and all values are fictional');
  await shows(page, 'It cost nothing.');
  await bar(page).fill('linkedin.com/in/Mira-phone-only/');
  await press(page, 'Look up');
  await shows(page, '+44 7700 900123');
  await bar(page).fill('https://www.linkedin.com/company/example-works');
  await press(page, 'Get credits');
  assert.match(await page.locator('.fault').innerText(), /not a person’s/);
  assert.equal(await page.getByRole('table', { name: 'Recent lookups' }).count(), 0);
});

test('a payment on its way is shown on every page until it has arrived, and is not paid twice', async () => {
  await using opened = await web.signedIn({ email: 'chitra@example.com' });
  const { page } = opened;
  const accountId = await accountOf(page);
  await givenOnboarded(web.service, accountId, 'chitra@example.com');
  await page.goto('/app/plans');
  await press(page, 'Choose Starter');
  await page.getByRole('heading', { name: 'Starter', level: 1 }).waitFor();
  const sale = page.url();
  await page.goto('/app/usage');
  await shows(page, /₹99, 20 credits: waiting\. If you have paid, don’t pay again\. Reference sub_/);
  await page.getByRole('link', { name: 'Show payment' }).click();
  await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
  await shows(page, 'Starter, 20 credits');
  assert.equal(await page.locator('.payment').count(), 0, 'the page of the payment says it itself');
  const acts = page.locator('main').getByRole('button');
  assert.deepEqual(await acts.allInnerTexts(), ['Go to the payment']);

  await page.goto('/app');
  await shows(page, 'You need credits');
  const bank = await page.context().newPage();
  await bank.goto(sale);
  await bank.getByRole('button', { name: 'Pay and start the subscription' }).click();
  await page.locator('.payment').waitFor({ state: 'detached' });
  await shows(page, '20 credits');
  await page.getByText('You need credits').waitFor({ state: 'detached' });
});

test('the lookup that was asked for survives a reload and the back button, and runs once although the payment came by another tab', async () => {
  const link = 'https://github.com/nila-example';
  await importRows(web.service, `profile_url,full_name,email\n${link},Nila Example,nila@works.example\n`);
  await using opened = await web.signedIn({ email: 'farid@example.com' });
  const { page } = opened;
  await givenOnboarded(web.service, await accountOf(page), 'farid@example.com');
  await page.goto('/app');
  await shows(page, 'You need credits');
  await bar(page).fill(link);
  await press(page, 'Get credits');
  await shows(page, 'After your payment we look up');
  await page.reload();
  await shows(page, 'After your payment we look up');
  await press(page, 'Choose Starter');
  await page.getByRole('heading', { name: 'Starter', level: 1 }).waitFor();
  const sale = page.url();

  const bank = await page.context().newPage();
  await bank.goto(sale);
  await bank.getByRole('button', { name: 'Pay and start the subscription' }).click();
  await bank.getByRole('link', { name: 'Return to the dashboard' }).click();
  await shows(bank, 'You paid ₹99 and got 20 credits');
  await bank.getByRole('link', { name: 'Look someone up' }).waitFor();

  await page.goBack();
  await shows(page, 'nila@works.example');
  await page.reload();
  await shows(page, 'nila@works.example');
  await page.goto('/app');
  await shows(page, '19 credits');
  await recentRow(page).first().waitFor();
  assert.equal(await recentRow(page).count(), 1);
});

test('a file of an account without credits is kept while they are bought, and its paused job says how many more it needs', async () => {
  const links = Array.from({ length: 22 }, (_, at) => `https://github.com/hosted-${at}`);
  const rows = links.map((link, at) => `${link},Host ${at},host${at}@works.example`);
  await importRows(web.service, ['profile_url,full_name,email', ...rows].join('\n'));
  await using opened = await web.signedIn({ email: 'gita@example.com' });
  const { page } = opened;
  await givenOnboarded(web.service, await accountOf(page), 'gita@example.com');
  await page.goto('/app/jobs/new');
  const buffer = Buffer.from(['Profile', ...links].join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'hosts.csv', mimeType: 'text/csv', buffer });
  await shows(page, 'You have no credits, and this job needs at most 22.');
  await press(page, 'Get credits');
  await shows(page, 'Its job needs at most 22 credits.');
  await press(page, 'Choose Starter');
  await press(page, 'Pay and start the subscription');
  await page.getByRole('link', { name: 'Return to the dashboard' }).click();
  await page.getByRole('link', { name: 'Start the job of hosts.csv' }).click();
  await press(page, 'Start · at most 22 credits');
  await shows(page, 'Your credits are spent. It needs at most 2 more credits');

  await page.getByRole('link', { name: 'Buy credits' }).click();
  await shows(page, 'It needs at most 2 more credits, and resumes automatically.');
  assert.equal(await page.locator('#packs, #monthly').first().innerText(), 'Top-up packs');
  assert.deepEqual(await page.locator('main button.primary').allInnerTexts(), ['Buy 20 credits']);
  await press(page, 'Buy 20 credits');
  await press(page, 'Pay');
  await page.getByRole('link', { name: 'Return to the dashboard' }).click();
  await page.getByRole('link', { name: 'Show hosts.csv, which resumes now' }).click();
  await shows(page, 'Every profile has an answer.');
  await page.goto('/app/plans');
  await shows(page, 'Top-up packs');
  await page.getByText('more credits, and resumes').waitFor({ state: 'detached' });
});

test('a checkout that was not paid is set aside by a press', async () => {
  await using opened = await web.signedIn({ email: 'dev@example.com' });
  const { page } = opened;
  await givenOnboarded(web.service, await accountOf(page), 'dev@example.com');
  await page.goto('/app/plans');
  await press(page, 'Choose Growth');
  await page.getByRole('heading', { name: 'Growth', level: 1 }).waitFor();
  await page.goto('/app/plans');
  await page.locator('.payment').waitFor();
  await press(page, 'Choose Growth');
  await shows(page, 'Has any money left your account?');
  await press(page, 'Wait');
  await press(page, 'I won’t pay');
  await page.locator('.payment').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Choose Growth' }).waitFor();
  assert.equal(await page.locator('.payment').count(), 0);
});

test('recent lookups lead to their answers, load more, and come as a CSV; without a history the page says so', async () => {
  const people = Array.from({ length: 22 }, (_, at) => `https://github.com/guest-${at}`);
  const rows = people.map((url, at) => `${url},Guest ${at},guest-${at}@works.example`);
  await importRows(web.service, ['profile_url,full_name,email', ...rows].join('\n'));
  await using opened = await web.signedIn({ email: 'esha@example.com' });
  const { page } = opened;
  const account_id = await accountOf(page);
  const grant = { account_id, credits: 50, valid_days: 30, reason: 'test' };
  await asOperator(web.service, 'POST', '/api/v1/admin/growth/credits', grant);
  await asOperator(web.service, 'PATCH', '/api/v1/admin/growth/accounts/rate', { account_id, rpm: 100 });
  await page.goto('/app');
  await shows(page, 'No lookups yet.');
  for (const profile_url of [...people, 'https://github.com/stranger'])
    await web.service.internal('POST', '/internal/find', { account_id, profile_url });

  await page.reload();
  const list = recentRow(page);
  await list.first().waitFor();
  assert.match(await list.first().innerText(), /stranger[\s\S]*Not found[\s\S]*Free/);
  assert.match(
    await list.nth(1).innerText(),
    /Guest 21[\s\S]*github.com\/guest-21[\s\S]*1 email[\s\S]*1 credit/,
  );
  assert.equal(await list.count(), 20);
  await press(page, 'Show more');
  await list.nth(22).waitFor();
  await page.getByRole('link', { name: 'Guest 21' }).click();
  await shows(page, 'guest-21@works.example');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  assert.equal((await download).suggestedFilename(), 'lookups.csv');

  await using _ = await withSettings(web.service, { history_days: 0 });
  await page.goto('/app');
  await shows(page, 'this service keeps no history of lookups');
});
