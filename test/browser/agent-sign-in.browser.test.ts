/** What a person sees whose agent wants to act for them: signing in, the page of consent, and what becomes of it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendMessage } from '../support/agents.ts';
import { type TestPage, testPage } from '../support/browser.ts';
import { askTokens, newPkce, registerAgent } from '../support/connections.ts';
import { type TestWeb, testWeb } from '../support/web.ts';

let web: TestWeb;
let opened: TestPage;
let page: Page;
/** The program of the agent, where the browser comes back to. */
const program = createServer((_, response) => response.end('Back in the program'));
let redirectUri: string;
before(async () => {
  web = await testWeb();
  opened = await testPage({ baseURL: web.url });
  page = opened.page;
  await once(program.listen(0, '127.0.0.1'), 'listening');
  redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
after(async () => {
  program.close();
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

async function asking(changes: Record<string, string> = {}) {
  const clientId = await registerAgent(web.service, {
    client_name: 'Claude <script>alert(1)</script>',
    redirect_uris: [redirectUri],
  });
  const { verifier, challenge } = newPkce();
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 'a+b c&d' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', ...changes },
  });
  return { address: `/app/connect/agent?${query}`, clientId, verifier };
}

test('a person signs in on the way, sees who asks, and the agent may do what was left ticked', async () => {
  const { address, clientId, verifier } = await asking();
  await page.goto(address);
  await page.getByRole('link', { name: 'Continue with the development sign-in' }).click();
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect Claude <script>alert(1)</script>' }).waitFor();
  await page.getByText('No one vouches for this name.').waitFor();
  await page.getByText('A program on this computer').waitFor();
  await page.getByLabel('Run jobs').uncheck();
  await page.getByLabel('Credits per day').fill('3');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(`${redirectUri}?**`);
  const answer = new URL(page.url()).searchParams;
  assert.equal(answer.get('state'), 'a+b c&d');
  const tokens = await askTokens(web.service, {
    ...{ grant_type: 'authorization_code', client_id: clientId, code: answer.get('code')! },
    code_verifier: verifier,
  });
  assert.equal(tokens.json().scope, 'lookup usage', tokens.body);

  await page.goto('/app/connect');
  const row = page.getByRole('row', { name: /^Claude <script>/ });
  await row.getByText('0 of 3').waitFor();
  await row.getByRole('button', { name: 'Limit' }).click();
  await page.getByLabel('Credits per day').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('No limit').waitFor();
  await row.getByRole('button', { name: 'End' }).click();
  await page.getByRole('button', { name: 'End the connection' }).click();
  await row.getByText('Ended').waitFor();
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const refused = await sendMessage(web.service, tokens.json().access_token, message);
  assert.equal(refused.statusCode, 401);
});

test('a person who cancels returns to the agent, which learns that it may not', async () => {
  await page.goto((await asking()).address);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`${redirectUri}?**`);
  const answer = new URL(page.url()).searchParams;
  assert.deepEqual([answer.get('error'), answer.get('state')], ['access_denied', 'a+b c&d']);
  assert.ok(answer.get('iss'));
});

test('an address that the agent did not register is never led to, and a faulty request only by a click', async () => {
  await page.goto((await asking({ redirect_uri: 'https://attacker.example/callback' })).address);
  await page.getByText('The agent asked to be answered at an address that it did not register.').waitFor();
  assert.equal(await page.locator('a[href*="attacker.example"]').count(), 0);
  await page.goto((await asking({ code_challenge_method: 'plain' })).address);
  await page.getByText('A code_challenge with code_challenge_method=S256 is required.').waitFor();
  await page.getByRole('link', { name: 'Return to your program' }).click();
  await page.waitForURL(`${redirectUri}?error=invalid_request**`);
});

test('the page of consent can’t be framed, and another site can’t agree for the person', async () => {
  const { address } = await asking();
  const response = await page.goto(address);
  assert.match(response!.headers()['content-security-policy']!, /frame-ancestors 'none'/);
  const agreed = await page.request.post('/app/api/internal/connections/me', {
    headers: { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' },
    data: Object.fromEntries(new URL(address, web.url).searchParams),
  });
  assert.equal(agreed.status(), 403);
  assert.equal((await agreed.json()).code, 'cross_site_request');
});
