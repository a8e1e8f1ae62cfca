/** Every view of both apps, with something to see in it: axe finds nothing, and nothing is wider than the screen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { withoutBrowser } from '../support/browser.ts';
import { type Lively, openLively } from './lively/lively.ts';
import { showView, type Width, widths } from './lively/show-view.ts';

const skip = withoutBrowser;
/**
 * Both schemes and both widths. What a width changes doesn't depend on the scheme, nor the other way round. The whole size gives
 * each view both looks, the small one takes turns.
 */
const looks: { width: Width; scheme: 'light' | 'dark'; rules: string[] | null }[] = [
  { width: 'wide', scheme: 'light', rules: null },
  {
    width: 'narrow',
    scheme: 'dark',
    rules: ['color-contrast', 'scrollable-region-focusable', 'target-size'],
  },
];

let lively: Lively;
before(async () => {
  if (!skip) lively = await openLively();
});
after(() => lively?.[Symbol.asyncDispose]());

for (const app of ['app', 'console'] as const) {
  test(`every view of /${app} can be read by everybody`, { skip }, async () => {
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
      for (const look of process.env.TEST_FULL ? looks : [looks[at % looks.length]!])
        faults.push(...(await faultsOf(page, look)).map((fault) => `${address} ${fault}`));
    }
    assert.deepEqual(faults, []);
    // A lock on the account would close its own views.
    const missing = empty.filter((address) => !address.endsWith('/access'));
    assert.deepEqual(missing, [], 'put data for these views into test/browser/lively');
  });
}

async function faultsOf(page: Page, { width, scheme, rules }: (typeof looks)[number]): Promise<string[]> {
  await page.setViewportSize({ width: widths[width], height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  const run = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { ...${JSON.stringify(run)}, resultTypes: ['violations'] })`,
  );
  const wide = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
  return [
    ...violations.map(
      ({ id, nodes }) => `${width} ${scheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    ),
    ...(wide > widths[width] ? [`${width} is ${wide} px wide`] : []),
  ];
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
