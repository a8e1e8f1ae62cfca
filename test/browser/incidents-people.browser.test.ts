/** Incidents about customers, people and the console itself, each walked in the console: docs/guide/incidents.md. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestPage, testPage } from '../support/browser.ts';
import { customer, find, importRows, startedOptOut } from '../support/kit.ts';
import { testOperator } from '../support/served-pages.ts';
import { type TestWeb, testWeb } from '../support/web.ts';
import { givenVerified, whatsapp } from '../support/whatsapp.ts';
import { type Desk, deskOf } from './desk.ts';

const colleague = 'ravi@operators.example';
const link = 'https://github.com/nobody-known';

let web: TestWeb;
let opened: TestPage;
let desk: Desk;
before(async () => {
  web = await testWeb({ environment: { OPERATORS: `${testOperator},${colleague}` } });
  opened = await web.signedIn({ app: 'console' });
  desk = deskOf(opened.page);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const accountOf = (account_id: string) =>
  customer(web.service, 30, { account_id, email: `${account_id}@example.com` });
const codeOf = async (held: { key: string }, address = link) =>
  (await find(web.service, held, address)).json().code;
const region = (name: string) => desk.page.getByRole('region', { name });

test('A customer has lost their phone', async () => {
  const held = await accountOf('lost-phone');
  const number = '+12025550147';
  await givenVerified(web.service.database.db, number, held);
  await desk.go('/accounts/lost-phone/access');
  await desk.press('Unbind the number');
  await desk.confirm('Unbind the number', 'Called from a new phone, knows the last invoice');
  await desk.said('It has no number.');
  const started = await whatsapp(web.service, 'start', {
    account_id: 'lost-phone',
    whatsapp: '+12025550151',
  });
  assert.equal(started.statusCode, 200, started.body);
});

test('An API key leaked', async () => {
  const held = await accountOf('leaked-key');
  await desk.go('/accounts/leaked-key/keys');
  await desk.press('Revoke');
  await desk.confirm('Revoke the key', 'It is in a public repository');
  await desk.said('The key was revoked.');
  assert.equal(await codeOf(held), 'invalid_key');
  await desk.press('Create a key');
  await desk.confirm('Create the key', 'In place of the one that leaked');
  await desk.press('Show the key');
  const key = await desk.page.locator('.secret code').innerText();
  assert.equal((await find(web.service, { key }, link)).statusCode, 200);
});

test('A customer complains about the rate limit', async () => {
  const held = await customer(web.service, 30, { account_id: 'too-fast', rate_limit_per_min: undefined });
  const change = async (rate: string) => {
    await desk.go('/accounts/too-fast/access');
    await region('Request rate').getByLabel('Requests/min').fill(rate);
    await region('Request rate').getByLabel('Reason').fill('Agreed by phone');
    await region('Request rate').getByRole('button', { name: 'Save' }).click();
    await desk.said(`${rate} per minute, its own`);
  };
  await change('1');
  await find(web.service, held, link);
  assert.equal(await codeOf(held), 'rate_limited');
  await change('90');
  assert.equal((await find(web.service, held, link)).statusCode, 200);
});

test('Bots sign up', async () => {
  const vet = async (name: string) => {
    const body = { email: `${name}@bots.example`, provider: 'google', provider_user_id: name };
    return (await web.service.internal('POST', '/internal/identity/vet', body)).json().allowed;
  };
  assert.equal(await vet('bot-one'), true);
  await desk.go('/attempts');
  await desk.row('bot-one@bots.example').waitFor();
  await desk.go('/locks');
  await desk.press('Lock');
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel('What to lock').selectOption('Email domain');
  await dialog.getByLabel('Whom').fill('bots.example');
  await desk.confirm('Lock', 'Forty sign-ups in an hour');
  await desk.said('The lock is in force.');
  assert.equal(await vet('bot-two'), false);
  await desk.go('/attempts/days');
  await desk.page.getByRole('table', { name: 'By day' }).waitFor();
});

test('An account abuses the service', async () => {
  const held = await accountOf('abuser');
  await desk.go('/accounts/abuser/access');
  await desk.press('Lock');
  await desk.confirm('Lock', 'Sells our data');
  await desk.said('The lock is in force.');
  assert.equal(await codeOf(held), 'account_locked');
  await desk.press('Lift');
  await desk.said('The lock was lifted.');
  assert.equal((await find(web.service, held, link)).statusCode, 200);
});

const people = `profile_url,full_name,email
https://www.linkedin.com/in/asha-example,Asha Example,asha@works.example
https://www.linkedin.com/in/leela-example,Leela Example,leela@works.example
`;

test('A person asks what is known about them', async () => {
  await importRows(web.service, people);
  await desk.go('/people');
  await desk.fill('Email', 'asha@works.example');
  await desk.press('Show what is known');
  await desk.said('What is known');
  const [file] = await Promise.all([desk.page.waitForEvent('download'), desk.press('Download as JSON')]);
  assert.match(file.suggestedFilename(), /\.json$/);
  await desk.press('Mail it to them');
  await desk.fill('Their email', 'asha@works.example');
  await desk.fill('Reason', 'Asked by letter');
  await desk.press('Send the mail');
  await desk.said('No mail sender is configured, so nothing was sent.');
});

test('A person asks to be erased', async () => {
  await desk.go('/people');
  await desk.fill('Email', 'leela@works.example');
  await desk.press('Show what is known');
  await desk.fill('Type leela@works.example to confirm', 'leela@works.example');
  await desk.fill('Reason', 'Asked by letter');
  await desk.page.getByLabel('Suppress the person as well').check();
  await desk.press('Erase the person');
  await desk.said(/^Erased: 1 profile/);
  const held = await accountOf('after-erasure');
  const found = await find(web.service, held, 'https://www.linkedin.com/in/leela-example');
  assert.equal(found.json().status, 'not_found');
});

test('An opt-out waits for a decision', async () => {
  await startedOptOut(
    web.service,
    { profile_url: 'https://www.linkedin.com/in/rohan-example' },
    '203.0.113.20',
  );
  await desk.see('Requests of people to be left out wait for you', 'Decide the requests');
  await desk.row('rohan-example').getByRole('button', { name: 'Approve' }).click();
  await desk.confirm('Approve the request', 'The link is theirs');
  await desk.said('Approved. The person is suppressed.');
});

test('A wrong file was imported', async () => {
  const { id } = await importRows(
    web.service,
    'profile_url,full_name,email\nhttps://github.com/noor-example,Noor Example,noor@works.example\n',
    { file_name: 'wrong.csv' },
  );
  await desk.go(`/directory/imports/${id}`);
  await desk.press('Undo the import');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Undo it' }).click();
  await desk.said('Undone: 1 profile removed');
});

test('A change of a setting was wrong', async () => {
  await desk.go('/settings');
  await desk.fill('Audit months', '12');
  await desk.press('Review the changes');
  await desk.confirm('Save 1 change', 'To save space');
  await desk.said('1 change saved.');
  await desk.go('/settings/history');
  await desk.press('Return to the defaults');
  await desk.confirm('Return to it', 'The law wants seven years');
  await desk.said('The defaults are in force again.');
});

test('A campaign has a wrong text', async () => {
  const campaign = { name: 'Diwali', status: 'active', banner_enabled: true, banner_text: '500 credits!' };
  const { id } = (await web.service.admin('POST', '/api/v1/admin/growth/campaigns', campaign)).json();
  await desk.go(`/campaigns/${id}`);
  await desk.page.getByLabel('Text', { exact: true }).first().fill('50 credits!');
  await desk.press('Save the campaign');
  await desk.said('Diwali is saved.');
  await desk.press('Archive');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Archive the campaign' }).click();
  await desk.said('Diwali is archived.');
});

test('A promo code leaked', async () => {
  const promo = { code: 'PARTNER50', credits: 50, valid_days: 30, max_uses: 100, message: 'Welcome' };
  await web.service.admin('POST', '/api/v1/admin/growth/promos', promo);
  await accountOf('late');
  const preview = async () =>
    (
      await web.service.internal('POST', '/internal/growth/preview-promo', {
        account_id: 'late',
        code: 'PARTNER50',
      })
    ).statusCode;
  assert.equal(await preview(), 200);
  await desk.go('/promos/PARTNER50');
  await desk.page.getByLabel('It can be redeemed').uncheck();
  await desk.press('Save the promo');
  await desk.said('PARTNER50 is saved.');
  assert.notEqual(await preview(), 200);
});

/** A one-time link for a colleague. */
async function newLink(): Promise<string> {
  await desk.go('/operators');
  await desk.fill('Email of the operator', colleague);
  await desk.press('Create a link');
  await desk.press('Show the link');
  return desk.page.getByText('/console/sign-in/link?token=').innerText();
}

test('A one-time link of an operator leaked', async () => {
  const address = await newLink();
  await desk.press('Revoke');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click();
  await desk.said('Link revoked.');
  const { origin, pathname, searchParams } = new URL(address);
  const sent = await fetch(origin + pathname, {
    method: 'POST',
    body: searchParams,
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });
  assert.equal(sent.status, 410);
});

test('An operator leaves the company', async () => {
  await using guest = await testPage({ baseURL: web.url });
  await guest.page.goto(await newLink());
  await guest.page.getByRole('button', { name: 'Sign in' }).click();
  await guest.page.waitForURL('**/console');
  await desk.go('/operators');
  const sessions = desk.page.getByRole('table', { name: 'Sessions' });
  await sessions.getByRole('row').filter({ hasText: colleague }).getByRole('button', { name: 'End' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'End the session' }).click();
  await desk.said('Session ended.');
  await guest.page.goto('/console/accounts');
  await guest.page.waitForURL('**/console/sign-in*');
});

test('Agents must not use a plan', async () => {
  await desk.go('/plan-features');
  const row = desk.row('Keep agents out').first();
  const name = (await row.getByRole('cell').first().innerText()).trim();
  await row.getByRole('button', { name: 'Keep agents out' }).click();
  await desk.confirm('Keep agents out', 'Agents loop on it');
  await desk.said(`${name} is changed.`);
  await desk.said('Agents loop on it');
});
