/** What all pages share, in Chromium: sessions that end, an API that fails or is slow, the keyboard, narrow screens. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { TestPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { accountOf, signInOn, type TestWeb, testWeb } from '../support/web.ts';
import { apiInBetween, type InBetween } from './api-in-between.ts';

let way: InBetween;
let web: TestWeb;
let visitor: TestPage;
before(async () => {
  way = await apiInBetween();
  web = await testWeb({ environment: { API_URL: way.url } });
  way.target = web.url;
  visitor = await web.signedIn();
  // Its session is all that the tests need. A view that is still open would ask an API that is away.
  await visitor.page.goto('about:blank');
});
after(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
  await way?.[Symbol.asyncDispose]();
});

const ended = 'Your session ended.';
const notice = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text });
const focused = (page: Page) => page.locator(':focus');
const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** Another tab of a signed-in person. It may have errors: the test is about them. */
async function newTab(): Promise<Page & AsyncDisposable> {
  const page = await visitor.page.context().newPage();
  await page.goto('/app');
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() });
}

test('a sign-out in one tab takes the others to the sign-in, from which they continue', async () => {
  await using opened = await web.signedIn();
  const { page } = opened;
  const other = await page.context().newPage();
  await other.goto('/app/usage?days=7');
  await page.locator('.who').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/app/sign-in**');
  await other.waitForURL('**/app/sign-in?**');
  assert.equal(await other.getByText('dev@example.com').count(), 0);

  await other.getByRole('link', { name: 'Continue with the development sign-in' }).click();
  await other.getByLabel('Email').fill('dev@example.com');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.waitForURL('**/app/usage?days=7');
});

test('what one person typed is not there for the next one who goes back', async () => {
  await using opened = await web.signedIn({ email: 'anna@example.com' });
  const { page } = opened;
  const link = page.getByLabel('Link to a profile, or several');
  await link.fill('linkedin.com/in/private-of-anna');
  await page.goto('/app/sign-in');
  await page.context().clearCookies();
  await signInOn(page, { email: 'bela@example.com' });
  await page.getByRole('heading', { name: 'Look up', level: 1 }).waitFor();
  for (let steps = Number(await page.evaluate('history.length')); steps > 1; steps -= 1) {
    await page.goBack();
    if ((await link.count()) > 0) assert.equal(await link.inputValue(), '');
  }
});

test('a session that was lost is noticed at the next call; its link comes back to the same view', async () => {
  await using opened = await web.signedIn();
  const { page } = opened;
  await page.goto('/app/jobs?status=running');
  await page.context().clearCookies();
  await open(page, 'Credits');
  await notice(page, ended).waitFor();
  await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, 'the notice says it once');
  await page.goBack();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('link', { name: 'Continue with the development sign-in' }).click();
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app/jobs?status=running');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
});

test('an API that is away is said in the view, which loads when asked again', async () => {
  await using page = await newTab();
  way.isDown = true;
  await open(page, 'Credits');
  await page.getByText('This did not load.').first().waitFor();
  way.isDown = false;
  const again = page.getByRole('button', { name: 'Try again' });
  await eventually(async () => {
    const pressed = await again.evaluateAll((buttons: { click(): void }[]) => {
      for (const button of buttons) button.click();
      return buttons.length;
    });
    assert.equal(pressed, 0);
  }, 100);
  await page.getByRole('heading', { name: 'Left' }).waitFor();
  assert.equal(await page.getByText('This did not load.').count(), 0);
});

test('a slow API shows that it loads; the navigation works in the meantime', async () => {
  await using page = await newTab();
  way.delayMs = 400;
  await open(page, 'Credits');
  await page.getByRole('status').filter({ hasText: 'Loading…' }).first().waitFor();
  await open(page, 'Look up');
  await page.getByRole('heading', { name: 'Look up', level: 1 }).waitFor();
  way.delayMs = 0;
  await open(page, 'Credits');
  await page.getByRole('heading', { name: 'Left' }).waitFor();
});

test('a form and a dialog are used by the keyboard alone, and the focus never gets lost', async () => {
  await using page = await newTab();
  const { keyboard } = page;
  await web.service.internal('POST', `/internal/key/ensure/${await accountOf(page)}`, {});
  await page.goto('/app/keys');
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await keyboard.press('Tab');
  assert.equal(await focused(page).innerText(), 'Skip to content');
  await keyboard.press('Enter');

  const reach = async (control: Locator) => {
    await control.waitFor();
    while (!(await control.evaluate((element) => element.matches(':focus')))) await keyboard.press('Tab');
  };
  await reach(page.getByRole('button', { name: 'Create key' }));
  await keyboard.press('Enter');
  const field = page.getByLabel('Name');
  await reach(field);
  await keyboard.type('CRM sync');
  await reach(page.getByRole('button', { name: 'Create the key' }));
  await keyboard.press('Enter');
  await focused(page).filter({ hasText: 'Your new key: CRM sync' }).waitFor();

  const leaked = page.getByRole('button', { name: 'Key leaked?' });
  await page.keyboard.press('Shift+Tab');
  while (!(await leaked.evaluate((element) => element.matches(':focus')))) await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.locator(':focus').waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(page).innerText(), 'Key leaked?');
});

test('a view that cannot be loaded, or that fails, says so; an unknown address too', async () => {
  await using page = await newTab();
  await page.route('**/assets/usage-*.js', (route) => route.abort());
  await page.route('**/assets/credits-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("x") }' }),
  );
  for (const name of ['Usage', 'Credits']) {
    await open(page, name);
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await open(page, 'Look up');
    await page.getByRole('heading', { name: 'Look up', level: 1 }).waitFor();
  }
  await open(page, 'Usage');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  await page.goto('/app/no/such/page');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
});

test('on a telephone the navigation folds; being offline is said; the theme is kept', async () => {
  await using page = await newTab();
  await page.setViewportSize({ width: 360, height: 700 });
  const link = page.getByRole('link', { name: 'Look up', exact: true });
  assert.equal(await link.isVisible(), false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.who').click();
  await page.getByText('Dark', { exact: true }).click();
  await link.click();
  await page.getByRole('heading', { name: 'Look up', level: 1 }).waitFor();
  assert.equal(await link.isVisible(), false);

  await page.context().setOffline(true);
  await notice(page, 'You are offline.').waitFor();
  await page.context().setOffline(false);
  await notice(page, 'You are offline.').waitFor({ state: 'detached' });
  await page.reload();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
});
