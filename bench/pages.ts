/**
 * `npm run bench:pages`: how long a page takes until its largest part is painted, in Chromium with a processor slowed four times and
 * nothing in its cache, beside an empty page in the same run; and how many clicks, fields and seconds a stranger needs until the first
 * paid answer. Needs Chromium (TEST_CHROMIUM, or on the PATH).
 */
import type { Page } from 'playwright-core';
import { walkToFirstAnswer } from '../test/browser/first-answer.ts';
import { closeBrowser, testPage } from '../test/support/browser.ts';
import { type TestWeb, testWeb } from '../test/support/web.ts';
import { runBench } from './plain-error.ts';
import { median } from './programs.ts';
import { say } from './say.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const slowedBy = 4;
const aimMs = 800;

const views = [
  ['an empty page', '/errors/empty-page-of-the-bench', null],
  ['/', '/', null],
  ['/pricing', '/pricing', null],
  ['/app/sign-in', '/app/sign-in', null],
  ['/app, with nothing looked up', '/app', 'app'],
  ['/app/plans', '/app/plans', 'app'],
  ['/console', '/console', 'console'],
] as const;

await runBench(async () => {
  await using web = await testWeb();
  try {
    await measure(web);
  } finally {
    await closeBrowser();
  }
});

async function measure(web: TestWeb): Promise<void> {
  const cookies = { app: await web.cookieOf(), console: await web.cookieOf({ app: 'console' }) };
  const times = new Map<string, number[]>(views.map(([name]) => [name, []]));
  // The first round warms the service up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, address, app] of views) {
      const ms = await paintedAfter(web.url, address, app && cookies[app]);
      if (round > 0) times.get(name)!.push(ms);
    }
  const empty = median(times.get(views[0][0])!);
  say(`\nLargest paint at a processor slowed ${slowedBy} times, wanted within ${aimMs} ms:\n`);
  for (const [name, all] of times) {
    const ms = median(all);
    say(`  ${name.padEnd(32)} ${ms.toFixed(0).padStart(5)} ms   ${(ms / empty).toFixed(1)} x an empty page`);
  }
  await using opened = await testPage({ baseURL: web.url });
  const begun = performance.now();
  const { clicks, fields } = await walkToFirstAnswer(web, opened.page);
  const seconds = (performance.now() - begun) / 1000;
  say(
    `\nFrom the sign-in to the first paid answer: ${clicks} clicks (wanted at most 8), ${fields} fields, ${seconds.toFixed(0)} s (wanted within 60)\n`,
  );
}

/** Milliseconds from the navigation to the largest paint, in a new context. */
async function paintedAfter(baseURL: string, address: string, cookie: string | null): Promise<number> {
  await using opened = await testPage({ baseURL });
  const { page } = opened;
  if (cookie) await page.context().addCookies(cookiesIn(cookie, baseURL));
  if (address === views[0][1])
    await page.route(`**${address}`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Empty</title><p>This page has nothing but this sentence.',
      }),
    );
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  await page.goto(address, { waitUntil: 'networkidle' });
  return await largestPaint(page);
}

function cookiesIn(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}

/** Runs in the page, whose observer knows more types of entries than that of Node.js. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  })`);
}
