import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#core/context.ts';
import { measureQuality } from '#domains/directory/quality/measure-quality.ts';
import { Client } from '../../../clients/typescript/src/client.ts';
import type { TestPage } from '../../support/browser.ts';
import { testDatabase } from '../../support/database.ts';
import { runJob } from '../../support/jobs.ts';
import { memoryProvider } from '../../support/memory-provider.ts';
import { givenPaidPack, givenUnmatched } from '../../support/purchases.ts';
import { buyer, givenCreditNote, givenInvoice } from '../../support/sales.ts';
import { testSecrets } from '../../support/service.ts';
import { accountOf, type TestWeb, testWeb } from '../../support/web.ts';
import { fillAgents } from './fill-agents.ts';
import { fillConsole, fillHistory } from './fill-console.ts';
import { fillCustomer, type Parameters } from './fill-customer.ts';
import { fillRows, ownerOfRows } from './fill-rows.ts';

type App = 'app' | 'console';

/** A service with something to see in every view, and a person signed in to each app. */
export interface Lively extends AsyncDisposable {
  web: TestWeb;
  pages: Record<App, TestPage>;
  /** The address of every view. */
  addresses: Record<App, string[]>;
}

export async function openLively(): Promise<Lively> {
  await using opening = new AsyncDisposableStack();
  const web = opening.use(await testWeb());
  const customer = opening.use(await web.signedIn());
  const operator = opening.use(await web.signedIn({ app: 'console' }));
  const account_id = await accountOf(customer.page);

  const headers = {
    'x-admin-secret': testSecrets.admin_secret,
    'x-internal-secret': testSecrets.internal_secret,
    'x-ops-actor': 'mira@operators.example.com',
  };
  const api = new Client({ baseUrl: web.url, headers });
  const { db } = web.service.database;
  await givenUnmatched(db, 'pay_by_link');
  const { purchase_id } = await fillBooks(api, db);
  const parameters = {
    ...(await fillConsole(api)),
    ...(await fillCustomer(api, db, account_id, web.url)),
    ...(await fillHistory(api, db, account_id)),
    ...(await fillAgents(web.service, account_id)),
    purchase_id,
  };
  await runJob(web.service, measureQuality);
  return await shown(opening, { web, customer, operator, parameters });
}

/** The same with `rows` of everything that is listed. Views of one thing are left out where there is none. */
export async function openRows(rows: number): Promise<Lively> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await testDatabase());
  const filled = rows > 0 ? await fillRows(database.pool, rows) : {};
  // Jobs would work on the rows, and forget some.
  const web = opening.use(await testWeb({ database, takesJobs: false }));
  const customer = opening.use(await web.signedIn(rows > 0 ? { email: ownerOfRows.email } : {}));
  const operator = opening.use(await web.signedIn({ app: 'console' }));
  if (rows > 0) await runJob(web.service, measureQuality);
  const account_id = await accountOf(customer.page);
  return await shown(opening, {
    web,
    customer,
    operator,
    parameters: { ...filled, account_id },
    isWhole: false,
  });
}

interface Opened {
  web: TestWeb;
  customer: TestPage;
  operator: TestPage;
  parameters: Parameters;
  /** Every address has its parameters. */
  isWhole?: boolean;
}

/** Leaves the views that were loaded before there was anything to see. */
async function shown(opening: AsyncDisposableStack, opened: Opened): Promise<Lively> {
  const { web, customer, operator, parameters, isWhole = true } = opened;
  for (const { page } of [customer, operator])
    await page.goto(`${new URL(page.url()).pathname}/no-such-page`);
  const open = opening.move();
  const addresses = (app: App) => addressesOf(app, parameters, isWhole);
  return {
    web,
    pages: { app: customer, console: operator },
    addresses: { app: addresses('app'), console: addresses('console') },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** A payment of which a part is being refunded, invoices and a credit note, and an operator with a role. */
async function fillBooks(api: Client, db: Db): Promise<{ purchase_id: string }> {
  const { purchase_id, payment_id } = await givenPaidPack(db, memoryProvider(), 'acct_paid');
  await api.call('POST /api/v1/admin/billing/purchases/{purchase_id}/payments/{payment_id}/refund', {
    path: { purchase_id, payment_id },
    body: { amount: 10_000, reason: 'Bought twice by mistake' },
  });
  const traders = { ...buyer, business_name: 'Example Traders', gstin: '27ABCDE1234F1Z0' };
  await givenInvoice(db, { buyer: traders });
  const now = new Date();
  // The return of a month is opened on the month before.
  await givenInvoice(db, { issuedAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)) });
  await givenInvoice(db, { buyer: { ...buyer, state_code: '29' } });
  await givenCreditNote(db, { buyer: traders });
  await api.call('POST /api/v1/admin/operators', {
    body: { email: 'mira@operators.example.com', role: 'owner', reason: 'The first operator' },
  });
  return { purchase_id };
}

/** Values of optional parameters. */
const parts: Readonly<Record<string, readonly string[]>> = {
  ':part?': ['', 'credits', 'keys', 'usage', 'payments', 'access', 'closing'],
};

/** Read as text: the views themselves are for browsers. */
function addressesOf(app: App, parameters: Parameters, isWhole: boolean): string[] {
  const routes = readFileSync(join(import.meta.dirname, `../../../web/${app}/routes.ts`), 'utf8');
  return [...routes.matchAll(/\bpath: '([^']+)'/g)].flatMap(([, path]) => {
    const filled = path!.replace(/:(\w+)(?=\/|$)/g, (named, name: string) => {
      const value = parameters[name];
      return value === undefined ? named : encodeURIComponent(value);
    });
    const [optional] = Object.keys(parts).filter((part) => filled.endsWith(`/${part}`));
    const base = optional === undefined ? filled : filled.slice(0, -optional.length);
    // Its whole content follows from what an agent asks for.
    if (base === '/app/connect/agent') return isWhole ? [`${base}?${parameters.agent_request}`] : [];
    if (base.includes('/:') && !isWhole) return [];
    if (base.includes('/:')) throw new Error(`nothing to put for a parameter of ${base}`);
    return optional === undefined ? [base] : parts[optional]!.map((part) => base + part);
  });
}
