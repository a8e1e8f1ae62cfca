import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export const widths = { wide: 1280, narrow: 390 } as const;
export type Width = keyof typeof widths;

/** Goes to a view and waits until it has all its answers. Some views ask again and again: those have had the first ones. */
export async function showView(page: Page, address: string): Promise<void> {
  let underWay = 0;
  const begin = () => underWay++;
  const end = () => underWay--;
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  // As a link would, without loading the app again.
  await page.evaluate(
    `history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.locator('main h1').waitFor();
  for (let quiet = 0; quiet < 3; quiet = underWay > 0 ? 0 : quiet + 1) await sleep(20);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
