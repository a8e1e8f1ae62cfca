/** The website in Chromium: axe, widths, the keyboard, with scripts and without. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { testPage } from '../support/browser.ts';
import { openPalette, type TestWeb, testWeb } from '../support/web.ts';

let web: TestWeb;
before(async () => {
  web = await testWeb({ environment: { SUPPORT_EMAIL: 'help@contacts.example.com' } });
});
after(() => web?.[Symbol.asyncDispose]());

const opened = (options: { javaScriptEnabled?: boolean; width?: number } = {}) =>
  testPage({
    baseURL: web.url,
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    viewport: { width: options.width ?? 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });

const addresses = [
  '/',
  '/?try=4',
  '/pricing',
  '/docs',
  '/docs/lookup',
  '/docs/settings',
  '/docs/search?q=webhook',
  '/docs/search?q=nothinglikethis',
  '/errors',
  '/errors/insufficient_credits',
  '/opt-out',
  '/app/sign-in?because=locked',
  '/console/sign-in',
];

/** Every look in the whole size, one after the other in the small one. */
const looks = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 768, scheme: 'light' },
  { width: 390, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
] as const;

test('every page is accessible and no wider than the screen', async () => {
  await using visitor = await opened();
  const { page } = visitor;
  const faults: string[] = [];
  for (const [at, address] of addresses.entries())
    for (const { width, scheme } of process.env.TEST_FULL ? looks : [looks[at % 2]!]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(address);
      faults.push(...(await faultsOf(page)).map((fault) => `${address} ${width} ${scheme}: ${fault}`));
    }
  assert.deepEqual(faults, []);
});

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ...(isWide ? ['wider than the screen'] : []),
  ];
}

test('no guide scrolls sideways on a phone', async () => {
  await using visitor = await opened({ width: 390, javaScriptEnabled: false });
  const { page } = visitor;
  const map = await (await fetch(`${web.url}/sitemap.xml`)).text();
  const guides = [...map.matchAll(/<loc>[^<]*(\/docs\/[^<]+)<\/loc>/g)].map(([, path]) => path!);
  const wide: string[] = [];
  for (const path of guides) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const box = await page.locator('body').evaluate(({ scrollWidth }) => scrollWidth);
    if (box > 390) wide.push(path);
  }
  assert.deepEqual(wide, []);
});

test('with the keyboard: past the navigation, into the search, down its matches and to a guide', async () => {
  await using visitor = await opened();
  const { page } = visitor;
  await page.goto('/docs');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').innerText(), 'Skip to content');
  await page.keyboard.press('/');
  await page.keyboard.type('verif');
  const matches = page.locator('.found a');
  await matches.first().waitFor();
  const first = await matches.first().getAttribute('href');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  assert.equal(await matches.first().isVisible(), false);
  await page.keyboard.type('y');
  await matches.first().waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator(':focus').getAttribute('href'), await matches.first().getAttribute('href'));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/docs/**`);
  assert.ok(first?.startsWith('/docs/'));
  await page.keyboard.press('/');
  await page.keyboard.type('refund');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/search?q=refund');
  await page
    .getByRole('status')
    .filter({ hasText: /matches/ })
    .waitFor();
});

test('without scripts: examples, search and guides work by links and forms', async () => {
  await using visitor = await opened({ javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('link', { name: 'github.com/links-only-example' }).click();
  await page.getByText('Free: links alone cost nothing.').waitFor();
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  await page.getByLabel('Search the docs').fill('opt out');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/search?q=opt+out');
  await page.locator('.hits a').first().click();
  await page.locator('article.prose h1').waitFor();
});

test('with scripts: an example is shown at once, and code is copied', async () => {
  await using visitor = await opened();
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('link', { name: 'linkedin.com/in/mira-phone-only' }).click();
  await page.getByRole('article').filter({ hasText: 'A lookup like this costs 1 credit.' }).waitFor();
  assert.equal(new URL(page.url()).search, '', 'without another page');
  await page.locator('.developers').getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(
    await page.evaluate('navigator.clipboard.readText()'),
    /^curl http:\/\/127\.0\.0\.1:\d+\/api\/v1\/find/,
  );
});

test('from the first page to a sign-in and back, and from a plan to it', async () => {
  await using visitor = await opened({ width: 390 });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('link', { name: 'Look someone up' }).click();
  await page.getByRole('heading', { name: 'Sign in to Contactry' }).waitFor();
  await page.getByRole('link', { name: 'Contactry', exact: true }).click();
  await page.getByRole('heading', { name: 'Contact lookup that doesn’t guess' }).waitFor();
  await page.getByRole('link', { name: 'Choose Growth' }).click();
  await page.getByRole('link', { name: 'Continue with the development sign-in' }).click();
  await page.getByLabel('Email').fill('chooser@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app/onboarding?plan=growth');
});

test('who is signed in finds the guides and support from the app, and comes back from the website', async () => {
  await using visitor = await web.signedIn();
  const { page } = visitor;
  await page.getByRole('button', { name: /@/ }).click();
  const help = page.getByRole('list', { name: 'Help' });
  assert.equal(
    await help.getByRole('link', { name: 'help@contacts.example.com' }).getAttribute('href'),
    'mailto:help@contacts.example.com',
  );
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.getByRole('combobox').fill('help doc');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/dashboard');
  await page.getByRole('link', { name: 'Open the app' }).click();
  await page.getByRole('button', { name: /@/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/app/sign-in');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
});
