/**
 * `npm run pictures:pages -- FOLDER`: takes a picture of every view of both apps, light and dark, wide and narrow. Needs Chromium
 * (TEST_CHROMIUM, or on the PATH).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../support/browser.ts';
import { openLively } from './lively/lively.ts';
import { showView, type Width, widths } from './lively/show-view.ts';

const [folder, only = ''] = process.argv.slice(2);
if (!folder) throw new Error('say where the pictures go: npm run pictures:pages -- FOLDER [WORD]');
await mkdir(folder, { recursive: true });

await using lively = await openLively();
for (const app of ['app', 'console'] as const) {
  const { page } = lively.pages[app];
  for (const address of lively.addresses[app].filter((each) => each.includes(only))) {
    await showView(page, address);
    const name = address
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
