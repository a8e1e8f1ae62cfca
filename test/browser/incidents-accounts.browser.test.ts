/** Incidents about an account as a whole, each walked in the console: docs/guide/incidents.md. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { TestPage } from '../support/browser.ts';
import { customer, find } from '../support/kit.ts';
import { memoryProvider } from '../support/memory-provider.ts';
import { givenSubscription } from '../support/purchases.ts';
import { type TestWeb, testWeb } from '../support/web.ts';
import { type Desk, deskOf } from './desk.ts';

const link = 'https://github.com/nobody-known';

let web: TestWeb;
let opened: TestPage;
let desk: Desk;
before(async () => {
  web = await testWeb();
  opened = await web.signedIn({ app: 'console' });
  desk = deskOf(opened.page);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const accountOf = (account_id: string) =>
  customer(web.service, 30, { account_id, email: `${account_id}@example.com` });
const codeOf = async (held: { key: string }) => (await find(web.service, held, link)).json().code;
const region = (name: string) => desk.page.getByRole('region', { name });
const signIn = (person: object, token_hash: string) =>
  web.service.internal('POST', '/internal/sign-in/sessions', { ...person, token_hash, ip: '203.0.113.9' });
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

test('A customer has changed their email', async () => {
  const former = { email: 'new-email@example.com', provider: 'google', provider_user_id: 'former' };
  const person = { email: 'new-email@works.example', provider: 'google', provider_user_id: 'new' };
  await accountOf('new-email');
  assert.equal((await signIn(former, hash('before'))).statusCode, 200);
  await desk.go('/accounts/new-email/access');
  await region('Email').getByLabel('New email').fill(person.email);
  await region('Email').getByLabel('Reason').fill('Left the old company');
  await desk.press('Change the email');
  await desk.press('Change it');
  await desk.said('Email changed.');
  await desk.said(`The primary email is ${person.email}.`);
  assert.equal((await signIn(former, hash('after'))).statusCode, 404);
  assert.equal((await signIn(person, hash('after'))).json().account_id, 'new-email');

  await accountOf('someone-else');
  await region('Email').getByLabel('New email').fill('someone-else@example.com');
  await region('Email').getByLabel('Reason').fill('A slip');
  await desk.press('Change the email');
  await desk.press('Change it');
  await desk.said(/Another account has this email/);
});

test('A customer wants their account closed', async () => {
  const held = await accountOf('leaver');
  await givenSubscription(web.service.database.db, memoryProvider(), { accountId: 'leaver', plan: 'growth' });
  await find(web.service, held, link);
  await desk.go('/accounts/leaver/closing');
  const first = desk.page.getByRole('list', { name: 'To do first' });
  await first.getByText('has not got an export').waitFor();
  await desk.press('Cancel the subscription');
  await desk.confirm('Cancel the subscription', 'They leave');
  await desk.said('The subscription is cancelled.');
  const [file] = await Promise.all([desk.page.waitForEvent('download'), desk.press('Download the export')]);
  assert.equal(file.suggestedFilename(), 'account-leaver.json');
  const exported = JSON.parse(await readFile((await file.path())!, 'utf8'));
  assert.equal(exported.account.rows[0].email, 'leaver@example.com');
  await first.waitFor({ state: 'detached' });
  const goes = desk.page.getByRole('table', { name: 'What is erased' });
  await goes.getByRole('row', { name: 'Keys' }).waitFor();
  await desk.page
    .getByRole('table', { name: 'What stays' })
    .getByText(/ledger/i)
    .first()
    .waitFor();

  const form = region('Close the account');
  await form.getByLabel('Type leaver@example.com to confirm').fill('leaver@example.org');
  await form.getByLabel('Reason').fill('Asked by mail');
  await desk.press('Close and erase');
  await form.getByText('Type leaver@example.com.').waitFor();
  await form.getByLabel('Type leaver@example.com to confirm').fill('leaver@example.com');
  await desk.press('Close and erase');
  await form.getByText(/credits. Refund the payment/).waitFor();
  await form.getByLabel(/^Forfeit \d+ credits/).check();
  await desk.press('Close and erase');
  await desk.said('The account is closed.');
  await desk.said(/^This account was closed/);
  assert.equal(await codeOf(held), 'invalid_key');
  const again = await web.service.internal('POST', '/internal/identity/register', {
    account_id: 'leaver-again',
    email: 'leaver@example.com',
  });
  assert.equal(again.statusCode, 200, again.body);
});
