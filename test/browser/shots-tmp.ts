import { mkdir } from 'node:fs/promises';
import { closeBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { asOperator, customer, importRows } from '../support/kit.ts';
import { accountOf, testWeb } from '../support/web.ts';

const folder = process.argv[2]!;
await mkdir(folder, { recursive: true });
await using web = await testWeb();
const names = Array.from({ length: 500 }, (_, at) => `Person Number${at} Example`);
const link = (at: number) => `https://www.linkedin.com/in/person-${at}-with-quite-a-long-handle-example`;
await importRows(
  web.service,
  [
    'profile_url,full_name,email,link',
    ...names
      .slice(0, 320)
      .map(
        (name, at) =>
          `${link(at)},${name},${at % 9 === 4 ? '' : `person.${at}@a-rather-long-company-name.example`},https://github.com/p-${at}`,
      ),
  ].join('\n'),
);
await using opened = await web.signedIn();
const { page } = opened;
const account_id = await accountOf(page);
let n = 0;
async function shot(name: string, full = true) {
  for (const [w, width] of [
    ['wide', 1280],
    ['phone', 390],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      if (w === 'wide' && colorScheme === 'dark' && n % 2) continue;
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(200);
      await page.screenshot({ path: `${folder}/${name}.${w}.${colorScheme}.png`, fullPage: full });
      const over = await page.locator('html').evaluate((h) => h.scrollWidth);
      if (over > width) console.log('OVERFLOW', name, w, over);
    }
  await page.setViewportSize({ width: 1280, height: 844 });
  n += 1;
}
const go = async (path: string) => {
  await page.goto(path);
  await page.locator('main h1').waitFor();
  await page.waitForTimeout(500);
};
for (const path of ['credits', 'usage', 'jobs', 'plans']) {
  await go(`/app/${path}`);
  await shot(`${path}-empty`, true);
}
await asOperator(web.service, 'POST', '/api/v1/admin/growth/credits', {
  account_id,
  credits: 400,
  valid_days: 30,
  reason: 'for the pictures',
});
await asOperator(web.service, 'POST', '/api/v1/admin/growth/credits', {
  account_id,
  credits: 40,
  valid_days: 5,
  reason: 'soon gone',
});
await web.service.internal('POST', '/internal/find', { account_id, profile_url: link(3) });
await web.service.internal('POST', '/internal/find', { account_id, profile_url: link(13) });
await web.service.internal('POST', '/internal/find', { account_id, profile_url: link(490) });
await go('/app/jobs/new');
const rows = names.map(
  (name, at) => `${name},${at === 2 ? 'no link' : at === 4 ? link(1) : link(at)},guest-${at}`,
);
await page
  .locator('input[type=file]')
  .setInputFiles({
    name: 'people500.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Profile URL,Client reference', ...rows].join('\n')),
  });
await page.getByRole('button', { name: /^Start/ }).waitFor();
await shot('new-job', false);
await page.getByText('Advanced').click();
await shot('new-job-advanced', true);
await page.getByRole('button', { name: /^Start/ }).click();
await page.getByText('Every profile has an answer.').waitFor();
await page.waitForTimeout(500);
await shot('job500', false);
for (let at = 0; at < 20; at++) {
  const more = page.getByRole('button', { name: 'Show more' });
  if ((await more.count()) === 0) break;
  await more.click();
  await page.waitForTimeout(150);
}
console.log('rows', await page.locator('tbody tr').count());
const heights = await page
  .locator('tbody tr')
  .evaluateAll((trs) => [...new Set(trs.map((tr) => Math.round(tr.getBoundingClientRect().height)))]);
console.log('heights wide', heights);
await page.setViewportSize({ width: 390, height: 844 });
console.log(
  'heights phone',
  await page
    .locator('tbody tr')
    .evaluateAll((trs) => [...new Set(trs.map((tr) => Math.round(tr.getBoundingClientRect().height)))]),
);
await page.setViewportSize({ width: 1280, height: 844 });
for (const [name, q] of [
  ['credits', ''],
  ['credits-cause', '?by=cause'],
  ['credits-lookup', '?by=lookup&kind=find'],
  ['credits-past', '?month=2026-03'],
] as const) {
  await go(`/app/credits${q}`);
  await shot(name, name !== 'credits-lookup');
}
await go('/app/usage');
await shot('usage', false);
await go('/app/jobs');
await shot('jobs', false);
await go('/app/jobs/new');
for (const [name, bytes] of [
  ['paper.pdf', '%PDF-1.7 rest'],
  ['broken.xlsx', 'PK\x03\x04rest'],
] as const) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes, 'latin1') });
  await page.getByText('This file can’t be used.').waitFor();
  console.log(name, await page.locator('.refusal').innerText());
  await shot(`refused-${name}`, false);
  await page.getByRole('button', { name: 'Choose another file' }).click();
}
await page.route('**/internal/billing/spending/**', (route) => route.abort());
await go('/app/credits');
await page.waitForTimeout(3000);
await shot('credits-failed', true);
await page.unroute('**/internal/billing/spending/**');
await closeBrowser();
