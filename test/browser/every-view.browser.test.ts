/** Every view of both apps, with something to see in it: axe finds nothing, and nothing is wider than the screen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { type Lively, openLively } from './lively/lively.ts';
import { showView, type Width, widths } from './lively/show-view.ts';

/** The whole size shows each view in each of these looks, the small one in one of them, by turns. */
const looks: readonly Look[] = [
  { width: 'wide', scheme: 'light' },
  { width: 'narrow', scheme: 'dark' },
  { width: 'narrow', scheme: 'light' },
  { width: 'wide', scheme: 'dark' },
];

/** The differences between two looks of a view. */
const rulesOfLooks = ['color-contrast', 'scrollable-region-focusable', 'target-size'];

/** The narrow one, and the narrowest phone that is in use. */
const widthsToFit = [...Object.values(widths), 360];

let lively: Lively;
before(async () => {
  lively = await openLively();
});
after(() => lively?.[Symbol.asyncDispose]());

for (const app of ['app', 'console'] as const) {
  test(`every view of /${app} is accessible`, async () => {
    const { page } = lively.pages[app];
    const faults: string[] = [];
    const empty: string[] = [];
    for (const [at, address] of lively.addresses[app].entries()) {
      await showView(page, address);
      if (
        (await page.locator('main .empty').count()) > 0 &&
        (await page.locator('main tbody tr').count()) === 0
      )
        empty.push(address);
      await page.evaluate(axe.source);
      const shown = process.env.TEST_FULL ? looks : [looks[at % looks.length]!];
      for (const look of shown)
        faults.push(...(await faultsOf(page, look, look === shown[0])).map((fault) => `${address} ${fault}`));
      faults.push(...(await overflowsOf(page)).map((fault) => `${address} ${fault}`));
    }
    assert.deepEqual(faults, []);
    // A lock on the account would close its own views.
    const missing = empty.filter((address) => !address.endsWith('/access'));
    assert.deepEqual(missing, [], 'put data for these views into test/browser/lively');
  });
}

async function faultsOf(page: Page, { width, scheme }: Look, isFirst: boolean): Promise<string[]> {
  await page.setViewportSize({ width: widths[width], height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  const run = isFirst ? {} : { runOnly: { type: 'rule', values: rulesOfLooks } };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { ...${JSON.stringify(run)}, resultTypes: ['violations'] })`,
  );
  return violations.map(
    ({ id, nodes }) => `${width} ${scheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/** Where a person would have to scroll sideways: the page, or a part of it other than code. */
async function overflowsOf(page: Page): Promise<string[]> {
  const overflows: string[] = [];
  for (const width of widthsToFit) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate<string[]>(
      `[document.documentElement, ...document.querySelectorAll('body *:not(pre, input, textarea)')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 &&
          (part === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(part).overflowX)))
        .map((part) => part.tagName + '.' + part.className + ' is ' + part.scrollWidth + ' px wide')`,
    );
    overflows.push(...found.map((part) => `at ${width} px: ${part}`));
  }
  return overflows;
}

interface Look {
  width: Width;
  scheme: 'light' | 'dark';
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
