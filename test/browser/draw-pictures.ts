/**
 * `npm run pictures`: draws the pictures in docs/pictures from the running program. Needs Chromium (TEST_CHROMIUM, or on the PATH),
 * and pdftoppm of poppler-utils.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { closeBrowser, testPage } from '../support/browser.ts';
import { drawConsole } from './draw-console.ts';
import { drawDashboard } from './draw-dashboard.ts';
import { drawExtension } from './draw-extension.ts';
import { type OpenedCheckout, openShop } from './shop.ts';

const pictures = join(import.meta.dirname, '../../docs/pictures');
const run = promisify(execFile);

async function drawInvoice(pdf: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-pictures-'));
  try {
    const file = join(folder, 'invoice.pdf');
    await writeFile(file, pdf);
    // The upper part of the page has everything.
    const area = ['-r', '90', '-x', '0', '-y', '0', '-W', '744', '-H', '620'];
    await run('pdftoppm', ['-png', '-singlefile', ...area, file, join(pictures, 'invoice')]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

await using shop = await openShop();
const { payment_reference: reference, payment_url: url } = await shop.post<OpenedCheckout>(
  '/api/v1/billing/checkout',
  { plan_id: 'growth' },
);
await using opened = await testPage({ viewport: { width: 640, height: 700 } });
const { page } = opened;
await page.goto(url);
await page.getByRole('button', { name: 'Pay and start the subscription' }).click();
await shop.onboard('asha');
await shop.claim(reference, 'asha');
await page.getByRole('link', { name: 'Show the latest state' }).click();
await page.screenshot({ path: join(pictures, 'sandbox.png') });
await drawInvoice(await shop.invoice('asha'));
await drawExtension(pictures);
await drawDashboard(pictures);
await drawConsole(pictures);
await closeBrowser();
console.log(`Drew the pictures into ${pictures}`);
