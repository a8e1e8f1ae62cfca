import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { asOperator, importRows } from '../support/kit.ts';
import { givenOnboarded } from '../support/purchases.ts';
import { accountOf, type TestWeb, testWeb } from '../support/web.ts';

const asha = 'https://www.linkedin.com/in/asha-example';
const columns =
  'profile_url,full_name,headline,company,location,email,email_type,phone,source,source_url,seen_at\n';
const known = `${columns}${asha},Asha Example,Engineer,Example Works,"Pune, India",asha@works.example,work,+12025550123,conference list 2026,https://conference.example/speakers,2026-06-06
${asha},Asha Example,Engineer,Example Works,"Pune, India",asha@example.com,personal,,customer register,,2026-01-11
`;
const names = ['Rohan', 'Leela', 'Kabir', 'Noor', 'Zoe', 'Jens', 'Sofia', 'Grace'];
const linkTo = (name: string) => `https://github.com/${name.toLowerCase()}-example`;
/** Every fourth of them is unknown. */
const guests = names.map((name, at) =>
  at % 4 === 2 ? '' : `${linkTo(name)},${name} Example,,,,${name.toLowerCase()}@works.example,work,,,,\n`,
);

/** An answer and a job of the dashboard. */
export async function drawDashboard(folder: string): Promise<void> {
  await using web = await testWeb();
  await importRows(web.service, known + guests.join(''));
  await using opened = await web.signedIn({}, { viewport: { width: 1200, height: 760 }, locale: 'en-IN' });
  const { page } = opened;
  await enableLookups(web, page);
  await drawLookup(page, join(folder, 'lookup.png'));
  await drawJob(page, join(folder, 'job.png'));
  await drawPlans(web, page, join(folder, 'plans.png'));
}

/** The offers for an account with a small plan. */
async function drawPlans({ service }: TestWeb, page: Page, path: string): Promise<void> {
  await givenOnboarded(service, await accountOf(page), 'asha@example.com');
  await page.goto('/app/plans');
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await page.getByRole('button', { name: 'Pay and start the subscription' }).click();
  await page.getByRole('link', { name: 'Return to the dashboard' }).click();
  await page.getByText(/You paid/).waitFor();
  await page.goto('/app/plans');
  await page.getByRole('button', { name: 'Upgrade to Growth' }).waitFor();
  await page.screenshot({ path });
}

async function enableLookups({ service }: TestWeb, page: Page): Promise<void> {
  const account_id = await accountOf(page);
  await service.internal('POST', `/internal/key/ensure/${account_id}`, { email: 'asha@example.com' });
  const grant = { account_id, credits: 250, valid_days: 365, reason: 'pictures' };
  await asOperator(service, 'POST', '/api/v1/admin/growth/credits', grant);
}

async function drawLookup(page: Page, path: string): Promise<void> {
  await page.goto('/app');
  await page.getByLabel('Link to a profile, or several').fill(asha);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await page.getByText('asha@works.example').waitFor();
  await page.getByText('+1 202 555 0123').waitFor();
  await page.screenshot({ path, fullPage: true });
}

async function drawJob(page: Page, path: string): Promise<void> {
  await page.goto('/app/jobs/new');
  const rows = names.map((name, at) => `${name} Example,${linkTo(name)},guest-${at + 1}`);
  const buffer = Buffer.from(['Name,Profile URL,Client reference', ...rows].join('\n'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Conference guests.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Start · at most 8/ }).click();
  await page.getByText('Every profile has an answer.').waitFor();
  await page.getByText('grace@works.example').waitFor();
  await page.screenshot({ path, fullPage: true });
}
