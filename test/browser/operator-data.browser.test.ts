/** What operators do with data in the console: from a LinkedIn export to a lookup and back, and settings there and back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { measureQuality } from '../../src/domains/directory/quality/measure-quality.ts';
import { tallyQuestion } from '../../src/domains/sources/sql.ts';
import type { TestPage } from '../support/browser.ts';
import { runJob } from '../support/jobs.ts';
import { customer, find, importRows } from '../support/kit.ts';
import { testOperator } from '../support/served-pages.ts';
import { type TestWeb, testWeb } from '../support/web.ts';

const link = 'https://www.linkedin.com/in/asha-example';

/** As LinkedIn writes it, but for the name of the column with the addresses. */
const connections = `Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing."

First Name,Last Name,URL,Reach,Company,Position,Connected On
Asha,Example,${link},asha@works.example,Example Works,Engineer,31 Mar 2026
Ravi,Sample,https://www.linkedin.com/in/ravi-sample,ravi@works.example,Example Works,Designer,01 Apr 2026
Dana,Desk,https://www.linkedin.com/in/dana-desk,dana@works.example,Desk Example,Clerk,02 Apr 2026
Odd,Example,https://www.linkedin.com/in/odd-example,missing,Desk Example,Clerk,03 Apr 2026
Strange,Example,https://www.linkedin.com/in/strange-example,none at all,Desk Example,Clerk,03 Apr 2026
`;

let web: TestWeb;
let opened: TestPage;
before(async () => {
  web = await testWeb();
  opened = await web.signedIn({ app: 'console' });
});
after(async () => {
  await using _ = web;
  await opened?.[Symbol.asyncDispose]();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const shown = (page: Page, text: string) => page.getByText(text).first().waitFor();

test('a file in another encoding names it and has it chosen', async () => {
  const { page } = opened;
  await page.goto('/console/directory/import');
  const buffer = Buffer.from(`Profile,Email,Name\n${link},jose@works.example,Jos\u00e9\n`, 'latin1');
  await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
  await shown(page, 'The file looks like Western European (Windows-1252).');
  assert.equal(await page.getByLabel('Encoding').inputValue(), 'windows-1252');
  await press(page, 'Check again');
  await page.getByRole('article').getByText('José').first().waitFor();
});

test('a LinkedIn export is mapped, looked at, imported, looked up, corrected and undone', async () => {
  const { page } = opened;
  const { service } = web;
  await page.goto('/console/directory');
  await page.getByRole('link', { name: 'Import a file' }).click();
  const buffer = Buffer.from(connections);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Connections.csv', mimeType: 'text/csv', buffer });
  await shown(page, 'This file can’t be imported as it is.');

  await page.getByLabel('Read “Reach” as').selectOption('Email');
  await page.getByLabel('Source', { exact: true }).fill('members');
  await page.getByRole('article', { name: link }).getByText('members, ').waitFor();
  assert.equal(await page.getByRole('article').count(), 3);
  const { items } = (await service.admin('GET', '/api/v1/admin/directory/imports')).json();
  assert.deepEqual(items, [], 'nothing is stored before the import');

  await page.getByRole('row', { name: /^2 rows Email .* 8, 9$/ }).waitFor();
  const start = page.getByRole('button', { name: 'Import 3 rows', exact: true });
  await page.evaluate('scrollTo(0, 0)');
  const { y, height } = (await start.boundingBox())!;
  assert.ok(y + height <= page.viewportSize()!.height, 'the button is in sight at the top of the page');
  await start.click();
  await shown(page, '3 rows imported: 3 new profiles, 0 merged into known ones.');
  await page.getByRole('link', { name: 'Show its first profile' }).click();
  await page.getByRole('heading', { name: 'Asha Example' }).first().waitFor();
  await page.getByRole('link', { name: 'Connections.csv' }).click();
  await page.getByRole('row', { name: /^2 rows Email / }).waitFor();
  await press(page, 'List line by line');
  await page
    .getByRole('table', { name: 'Rejected rows and values' })
    .getByText('Email', { exact: true })
    .first()
    .waitFor();
  const importAddress = page.url();

  const answer = (await find(service, await customer(service), link)).json();
  const [{ address, sources }] = answer.emails;
  assert.deepEqual([address, sources[0].source], ['asha@works.example', 'members']);

  await page.goto('/console/directory/profile');
  await page.getByLabel('Profile link').fill(link);
  await press(page, 'Show the profile');
  await press(page, 'Replace asha@works.example');
  await page.getByLabel('In place of').fill('asha@new.example');
  await page.getByLabel('Reason').fill('a new employer');
  await press(page, 'Replace');
  await shown(page, 'Corrected by operators');
  assert.ok(!page.url().includes('asha'), 'the person is not in the address');

  await page.goto(importAddress);
  await shown(page, 'At any time');
  await press(page, 'Undo the import');
  await press(page, 'Undo it');
  await page.getByText('Undone', { exact: true }).waitFor();
  const { profiles } = (await service.admin('GET', '/api/v1/admin/directory/stats')).json();
  assert.equal(profiles, 1, 'the correction is not of the import, so it stays');
});

test('the quality of the directory and the answers of sources show their figures', async () => {
  const { page } = opened;
  const { service } = web;
  const line = (name: string, company: string, source: string) =>
    `github.com/quality-asha,${name},${company},asha@quality.example,${source}\n`;
  const header = 'profile_url,full_name,company,email,source\n';
  await importRows(service, header + line('Asha Example', 'Example Works', 'crm'));
  await importRows(service, header + line('Asha Example', 'Other Works', 'booth'));
  await runJob(service, measureQuality);
  await page.goto('/console/directory');
  await page.getByRole('link', { name: 'Quality' }).click();
  await shown(page, '2 profiles, measured');
  await page.getByRole('link', { name: 'crm' }).click();
  await shown(page, 'Only what crm contributed.');
  await page.getByLabel('Companies that differ between sources').waitFor();
  await shown(page, '1 · 100%');

  const found = {
    result: 'found',
    ms: 20,
    paise: 250,
    certain: true,
    values: { emails: 1, phones: 1, links: 0 },
  } as const;
  await tallyQuestion(service.database.db, 'hunter', found);
  await page.goto('/console/sources');
  await page.getByRole('link', { name: 'Answers by day' }).click();
  const table = page.getByRole('table', { name: 'Answers by source' });
  await table
    .getByRole('row', { name: /^hunter 1 1 100% 0 1 ₹2\.50 1 ₹2\.50 0 ₹2\.50 ₹2\.50 0 –$/ })
    .waitFor();
  await page.getByRole('link', { name: '7 days' }).click();
  await shown(page, 'The last 7 days');
});

test('settings are changed together after a look at the difference, and rolled back', async () => {
  const { page } = opened;
  const { service } = web;
  const inForce = async () => {
    const { settings } = (await service.admin('GET', '/api/v1/admin/platform')).json();
    const settingOf = (wanted: string) =>
      settings.find(({ name }: { name: string }) => name === wanted).value;
    return [
      settingOf('free_repeat_days'),
      settingOf('signups_open'),
      settingOf('unearned_vendor_paise_per_day').all,
    ];
  };
  const before = await inForce();
  await page.goto('/console/settings');
  const vendorMoney = page.getByRole('group', { name: 'Unearned vendor paise per day' });
  await page.getByLabel('Free repeat days').fill('30');
  await page.getByLabel('Sign-ups open').selectOption('Off');
  await vendorMoney.getByLabel('All', { exact: true }).fill('5');
  await press(page, 'Review the changes');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: 'Free repeat days 0 30' }).waitFor();
  await dialog.getByLabel('Reason').fill('a quiet month');
  await press(page, 'Save 3 changes');
  await shown(page, "'all' should be at least 'account'");
  assert.deepEqual(await inForce(), before, 'all of them or none');

  await vendorMoney.getByLabel('All', { exact: true }).fill('2000000');
  await press(page, 'Review the changes');
  await dialog.getByLabel('Reason').fill('a quiet month');
  await press(page, 'Save 3 changes');
  await shown(page, '3 changes saved.');
  assert.deepEqual(await inForce(), [30, false, 2_000_000]);

  await page.getByRole('link', { name: 'History' }).click();
  await shown(page, 'a quiet month');
  await press(page, 'Return to the defaults');
  await dialog.getByRole('row', { name: 'Sign-ups open Off On' }).waitFor();
  await dialog.getByLabel('Reason').fill('the month is over');
  await press(page, 'Return to it');
  await shown(page, 'Version 2, in force');
  assert.deepEqual(await inForce(), before);
  const { items } = (await service.admin('GET', '/api/v1/admin/audit?action=settings.rolled_back')).json();
  assert.equal(items[0].actor, testOperator);
});
