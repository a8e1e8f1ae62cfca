/** The browser extension in Chromium, from pairing to a result, against the service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import manifest from '../../extension/manifest.json' with { type: 'json' };
import { withoutBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type ExtensionBrowser, extensionBrowser, type Listening, listen } from '../support/extension.ts';
import { type Customer, customer, givenCredits, importRows } from '../support/kit.ts';
import { type TestService, testService } from '../support/service.ts';

const skip = withoutBrowser;
const origin = 'chrome-extension://dcdciohnelhagkimcpnfefbjacfgneha';

let service: TestService;
let listening: Listening;
let browser: ExtensionBrowser;
let holder: Customer;

before(async () => {
  if (skip) return;
  service = await testService({ environment: { EXTENSION_ORIGINS: origin } });
  listening = await listen(service);
  holder = await customer(service, 2, { account_id: 'asha' });
  await importRows(
    service,
    `profile_url,full_name,company,email,phone,source_url
https://www.linkedin.com/in/asha-example,Asha Example,Example Works,asha@works.example,+12025550123,https://works.example/team
`,
  );
  browser = await extensionBrowser();
  // No page leaves this machine.
  await browser.context.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A page</title>A page' }),
  );
});
after(async () => {
  await browser?.[Symbol.asyncDispose]();
  await listening?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

async function mintedCode(): Promise<string> {
  const body = { account_id: holder.accountId, label: 'Chromium' };
  return (await service.internal('POST', '/internal/extension/session', body)).json().refresh_token;
}

async function sessionsOf(): Promise<{ id: string; status: string }[]> {
  return (await service.internal('GET', `/internal/extension/sessions/${holder.accountId}`)).json().items;
}

async function connect(): Promise<void> {
  const { page, id } = browser;
  await page.goto(`chrome-extension://${id}/options.html`);
  await page.getByLabel('Address of the service').fill(listening.url);
  await page.keyboard.press('Tab');
  await page.keyboard.type(await mintedCode());
  await page.keyboard.press('Enter');
  await page.getByText('as asha').waitFor();
}

/** Opens the page, clicks the extension, and gives what it shows, once that matches. */
async function clickedAt(url: string, expected: RegExp): Promise<string> {
  await browser.page.goto(url);
  await using popup = await browser.click();
  return await popup.shows(expected);
}

test('the extension has the identity that the guide names, and asks for nothing but the open tab', {
  skip,
}, () => {
  assert.equal(`chrome-extension://${browser.id}`, origin);
  assert.deepEqual(manifest.permissions, ['activeTab', 'storage']);
  assert.ok(!('host_permissions' in manifest) && !('content_scripts' in manifest));
});

test('before it is connected it says so and sends nothing; wrong addresses and codes are explained', {
  skip,
}, async () => {
  await clickedAt('https://www.linkedin.com/in/asha-example', /You are signed out[\s\S]*Connect/);
  assert.deepEqual(listening.sent, []);
  const { page, id } = browser;
  await page.goto(`chrome-extension://${id}/options.html`);
  const press = () => page.getByRole('button', { name: 'Connect' }).click();
  await page.getByLabel('Address of the service').fill('http://contacts.example.com');
  await page.getByLabel('Code from your dashboard').fill('cty_refresh_wrong');
  await press();
  await page.getByText('The address must start with https://').waitFor();
  await page.getByLabel('Address of the service').fill(listening.url);
  await press();
  await page.getByText('This code is wrong or was used before').waitFor();
});

test('a click on a profile shows what is known, with its source and the credits that are left', {
  skip,
}, async () => {
  await connect();
  listening.sent.length = 0;
  await browser.page.goto('https://www.linkedin.com/in/asha-example/?trk=private#part');
  await using popup = await browser.click();
  const shown = await popup.shows(/credits? left/);
  for (const part of [
    'Asha Example',
    'asha@works.example',
    '+12025550123',
    'Directory',
    '1 credit used · 1 credit left',
  ])
    assert.ok(shown.includes(part), `${part} in ${shown}`);
  assert.deepEqual(listening.sent, [
    { call: 'POST /api/v1/find', body: { profile_url: 'https://www.linkedin.com/in/asha-example/' } },
  ]);
  const labels = await popup.evaluate(
    '[...document.querySelectorAll("button")].map((each) => each.ariaLabel)',
  );
  assert.deepEqual(labels, ['Copy asha@works.example', 'Copy +12025550123']);
  const width = await popup.evaluate(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  );
  assert.equal(width, true, 'nothing is cut off');
});

test('opening the popup again shows the same answer and costs nothing more', { skip }, async () => {
  await clickedAt('https://www.linkedin.com/in/asha-example/?trk=other', /asha@works\.example/);
  const balance = await service.internal('GET', '/internal/billing/balance/asha');
  assert.equal(balance.json().balance, 1);
});

test('a browser that was closed renews its access token by itself', { skip }, async () => {
  const [worker] = browser.context.serviceWorkers();
  await worker!.evaluate('chrome.storage.session.remove(["access"])');
  listening.sent.length = 0;
  await clickedAt(
    'https://www.linkedin.com/in/nobody-example',
    /Nothing is known[\s\S]*Free · 1 credit left/,
  );
  assert.deepEqual(
    listening.sent.map(({ call }) => call),
    ['POST /api/v1/extension/refresh', 'POST /api/v1/find'],
  );
});

for (const [name, url, expected] of [
  ['a page that is no profile', 'https://github.com/features', /This page is not a profile/],
  ['a network that is not known', 'https://pages.example/asha', /This site is not supported/],
  [
    'a page that belongs to a profile',
    'https://github.com/asha-example/project',
    /Open https:\/\/github\.com\/asha-example, then click here again/,
  ],
  ['a page that is not of the web', 'chrome://version/', /This page is not a profile/],
] as const) {
  test(`${name} is explained`, { skip }, async () => {
    await clickedAt(url, expected);
  });
}

test('no credit, a full minute and a service that is away are explained', { skip }, async () => {
  const { db } = service.database;
  await service.withKey(holder.key, 'POST', '/api/v1/find', {
    profile_url: 'https://www.linkedin.com/in/asha-example',
  });
  await clickedAt('https://www.linkedin.com/in/ravi-example', /No credits left/);
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('account_id', '=', 'asha')
    .executeTakeFirst();
  await givenCredits(db, account!.id, 5);
  const rate = (rpm: number | null) =>
    service.admin('PATCH', '/api/v1/admin/growth/accounts/rate', { account_id: 'asha', rpm });
  await rate(1);
  await eventually(() =>
    clickedAt('https://www.linkedin.com/in/ravi-example', /Too many lookups at once[\s\S]*Wait \d+ seconds/),
  );
  await rate(null);
  listening.isDown = true;
  await clickedAt(
    'https://www.linkedin.com/in/ravi-example',
    /The service cannot be reached[\s\S]*Try again/,
  );
  listening.isDown = false;
});

test('a session that the dashboard ended signs the person out; signing out ends the session', {
  skip,
}, async () => {
  const [session] = await sessionsOf();
  await service.internal('POST', `/internal/extension/sessions/asha/${session!.id}/revocation`, {});
  await clickedAt('https://www.linkedin.com/in/ravi-example', /You are signed out/);
  await connect();
  await browser.page.getByRole('button', { name: 'Sign out' }).click();
  await browser.page.getByText('You are signed out.').waitFor();
  assert.equal((await sessionsOf())[0]!.status, 'signed_out');
});
