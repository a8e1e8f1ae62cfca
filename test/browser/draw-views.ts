/**
 * `npm run pictures:pages -- FOLDER [--rows N] [WORD]`: takes a picture of every view of both apps, or of those with the word in
 * their address, light and dark, wide and narrow. `--rows 0`, `1` or `10000` shows lists of that length, and prints what
 * answered slowly. Needs Chromium (TEST_CHROMIUM, or on the PATH).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../support/browser.ts';
import { openLively, openRows } from './lively/lively.ts';
import { showView, type Width, widths } from './lively/show-view.ts';

const slowMs = 1_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rows: { type: 'string' } } });
const [folder, only = ''] = positionals;
const usage = 'npm run pictures:pages -- FOLDER [--rows N] [WORD]';
if (!folder) throw new Error(`say where the pictures go: ${usage}`);
if (!/^[0-9]{1,5}$/.test(values.rows ?? '0'))
  throw new Error(`--rows takes a number up to 99999, as 10000: ${usage}`);
await mkdir(folder, { recursive: true });

await using lively = await (values.rows === undefined ? openLively() : openRows(Number(values.rows)));
for (const app of ['app', 'console'] as const) {
  const { page } = lively.pages[app];
  page.on('requestfinished', (request) => {
    const ms = Math.round(request.timing().responseEnd);
    if (ms > slowMs) console.log(`${ms} ms: ${request.method()} ${request.url()} for ${page.url()}`);
  });
  for (const address of lively.addresses[app].filter((each) => each.includes(only))) {
    await showView(page, address);
    const name = address
      .replace(/\?.*/, '')
      .replace(/\b\w+_[\w-]{12,}/g, 'one')
      .slice(1)
      .replaceAll('/', '-');
    for (const width of Object.keys(widths) as Width[])
      for (const scheme of ['light', 'dark'] as const)
        await picture(page, join(folder, `${name}.${width}.${scheme}.png`), { width, scheme });
  }
}
await closeBrowser();

async function picture(
  page: Page,
  path: string,
  { width, scheme }: { width: Width; scheme: 'light' | 'dark' },
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width: widths[width], height: 900 });
  // The navigation is as high as the window.
  const height = await page.locator('html').evaluate(({ scrollHeight }) => scrollHeight);
  await page.setViewportSize({ width: widths[width], height: Math.max(height, 900) });
  await page.waitForTimeout(150);
  await page.screenshot({ path });
}
