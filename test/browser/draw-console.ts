import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { dayMs, hourMs } from '#core/clock.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { termsNamed } from '#test/support/plans.ts';
import { asOperator, customer } from '../support/kit.ts';
import { givenCalls } from '../support/usage-events.ts';
import { type TestWeb, testWeb } from '../support/web.ts';
import { givenVerified } from '../support/whatsapp.ts';

const customers = [
  ['asha', 'Asha', 'works.example'],
  ['ravi', 'Ravi', 'labs.example'],
  ['leela', 'Leela', 'desk.example'],
] as const;

/** Draws the overview of a month and one account, as an operator sees them. */
export async function drawConsole(pictures: string): Promise<void> {
  await using web = await testWeb();
  await aMonth(web);
  await using opened = await web.signedIn({ app: 'console' }, { viewport: { width: 1280, height: 860 } });
  const { page } = opened;
  await page.goto('/console?hours=720');
  await page.getByText('Accounts with the most lookups').waitFor();
  await page.locator('canvas').nth(1).waitFor();
  await page.screenshot({ path: join(pictures, 'console-overview.png') });
  await page.goto('/console/accounts/acct_asha/credits');
  await page.getByRole('table', { name: 'History' }).waitFor();
  await page.screenshot({ path: join(pictures, 'console-account.png') });
  await chooseConnections(page);
  await page.screenshot({ path: join(pictures, 'console-import.png') });
}

const connections = `First Name,Last Name,URL,Email Address,Company,Position,Connected On
Asha,Example,https://www.linkedin.com/in/asha-example,asha@works.example,Example Works,Engineer,31 Mar 2026
Ravi,Sample,https://www.linkedin.com/in/ravi-sample,ravi@works.example,Example Works,Designer,01 Apr 2026
Leela,Example,https://www.linkedin.com/in/leela-example,leela@desk.example,Example Desk,Clerk,02 Apr 2026
`;

/** A file before its import. */
async function chooseConnections(page: Page): Promise<void> {
  await page.goto('/console/directory/import');
  const buffer = Buffer.from(connections);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Connections.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('article').nth(2).waitFor();
  await page.setViewportSize({ width: 1280, height: 1130 });
}

async function aMonth(web: TestWeb): Promise<void> {
  const { service } = web;
  const { db, pool } = service.database;
  for (const [at, [name, firstName, domain]] of customers.entries()) {
    const email = `${name}@${domain}`;
    const { accountId } = await customer(service, 60, { account_id: `acct_${name}`, email });
    await service.internal('POST', '/internal/identity/onboarding/start', {
      account_id: accountId,
      email,
      first_name: firstName,
      last_name: 'Example',
      address_line1: '12 Example Street',
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
    });
    await givenVerified(db, `+1202555014${at}`, { accountId });
    const { id } = (await accountByAccountId(db, accountId))!;
    await givenCalls(db, callsOf(id, at));
  }
  await asOperator(service, 'POST', '/api/v1/admin/growth/credits', {
    account_id: 'acct_asha',
    credits: 25,
    valid_days: 30,
    reason: 'Two lookups failed on Monday',
  });
  await raiseAlert(db, { kind: 'source_refused', subject: 'hunter', details: { reason: 'out_of_credits' } });
  await pool.query(sales);
  await pool.query(vendors);
  await pool.query(times);
}

/** Fewer at weekends, and more from week to week. */
function callsOf(account: number, of: number) {
  const calls = [];
  for (let day = 0; day < 30; day += 1) {
    const at = Date.now() - day * dayMs - 2 * hourMs;
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
    const count = Math.round(((40 - day / 2) * (isWeekend ? 0.3 : 1)) / (of + 1));
    for (let call = 0; call < count; call += 1) {
      const isHit = (call + day) % 4 !== 0;
      calls.push({
        account,
        at: new Date(at - call * 60_000),
        status: isHit ? 'completed' : 'not_found',
        credits: isHit ? 1 : 0,
        network: ['linkedin', 'github', 'gitlab'][(call * call + day) % 3]!,
      });
    }
  }
  return calls;
}

const terms = `'${JSON.stringify(termsNamed('growth'))}'::jsonb`;

const sales = `
  with sold as (
    select 'pay_' || n as id, now() - n * interval '11 hours' as at, case when n % 5 = 0 then 99900 when n % 2 = 0 then 39900 else 9900 end as paise
    from generate_series(0, 60) n
  ), bought as (
    insert into purchase (id, plan, kind, provider, amount_paise, credits, terms, created_at)
    select id, 'growth', 'monthly', 'sandbox', paise, paise / 500, ${terms}, at from sold returning id
  )
  insert into payment (id, kind, provider, reference, provider_payment_id, purchase, account, plan, amount_paise, currency,
    occurred_at, recorded_at, outcome, credits, lot, document)
  select sold.id, 'payment', 'sandbox', sold.id, sold.id, sold.id, account.id, 'growth', paise, 'INR', at, at, 'granted', paise / 500, 1, 'none'
  from sold join account on account.account_id = 'acct_leela'`;

const vendors = `
  insert into source_tally (source, day, asked, found, paise)
  select 'hunter', current_date - n, 20, 12, 4000 + (n * 37) % 11 * 400 from generate_series(0, 29) n`;

const times = `
  insert into lookup_time (hour, most_ms, lookups)
  select date_trunc('hour', now()) - n * interval '1 hour', ms, 10000 / ms
  from generate_series(0, 600) n, unnest(array[5, 10, 20, 50, 200, 1500]) ms`;
