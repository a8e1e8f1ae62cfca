/** A customer adds an endpoint, tries it against a server of their own, and looks after it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '../../clients/typescript/src/index.ts';
import type { TestPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type TestWeb, testWeb } from '../support/web.ts';

/** Requests that the customer's server got, and its answer. */
const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
const answer = { status: 204 };
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url!, headers: request.headers, body: await text(request) });
  response.writeHead(answer.status).end();
});

let web: TestWeb;
let opened: TestPage;
let page: Page;
before(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  web = await testWeb({
    environment: { SITE_STAND_INS: `https://hooks.example.com=http://127.0.0.1:${port}` },
  });
  opened = await web.signedIn();
  ({ page } = opened);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
  receiver.close();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
const fill = (label: string, words: string) => page.getByLabel(label, { exact: true }).fill(words);
const deliveries = () => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');

/** The secret on the page, which is then put away. */
async function storedSecret(): Promise<string> {
  await said('The signing secret of the endpoint');
  await press('Show the secret');
  const secret = await page.getByText(/^whsec_/).innerText();
  await press('I have stored it');
  return secret;
}

let secret: string;

/** Customers' servers are on the public Internet; the test's is here. */
async function bringHere(): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  await web.service.database.pool.query(
    `update webhook_endpoint set url = replace(url, 'https://hooks.example.com', 'http://127.0.0.1:${port}')`,
  );
}

test('the first endpoint is added with the events that it gets; an address inside the network is refused', async () => {
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await said('No endpoints yet');
  await said('/api/v1/webhooks/endpoints');
  await press('Add an endpoint');
  await fill('Address', 'https://10.0.0.1/in');
  await fill('Name (optional)', 'CRM');
  await page.getByLabel('A job failed').check();
  await press('Add it');
  assert.equal(await page.locator('[aria-invalid]').inputValue(), 'https://10.0.0.1/in');
  await fill('Address', 'https://hooks.example.com/in');
  await press('Add it');
  secret = await storedSecret();
  const row = page.getByRole('table', { name: 'Endpoints' }).locator('tbody tr');
  await row.getByText('job.failed').waitFor();
  await row.getByText('None yet').waitFor();
  await row.getByRole('link').click();
  await page.waitForURL('**/app/webhooks/whe_*');
});

test('a test event arrives signed, and the answer is seen at once', async () => {
  await bringHere();
  await press('Send a test event');
  await said(/: 204 after \d+ ms/);
  const event = await verifyWebhook({ ...received[0]!, secret });
  assert.deepEqual([received[0]!.path, event.type], ['/in', 'endpoint.test']);
  await deliveries().getByText('Delivered').waitFor();
});

test('a refusal of the server is shown with the next try, and is delivered again by hand', async () => {
  answer.status = 500;
  await press('Send a test event');
  await said('Not delivered');
  const failed = deliveries().first();
  await failed.getByText('500 after').first().waitFor();
  await failed.getByText('next try').waitFor();
  answer.status = 200;
  await failed.getByRole('button', { name: 'Deliver again' }).click();
  await said('It is being delivered again.');
  await eventually(async () => {
    await press('Refresh');
    assert.match(await failed.innerText(), /Delivered[\s\S]*200 after/);
  }, 100);
  assert.equal(received[2]!.headers['webhook-id'], received[1]!.headers['webhook-id']);
});

test('an endpoint is paused, resumed and moved, and its secret replaced', async () => {
  await press('Pause');
  await press('Pause it');
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  await press('Resume');
  await page.getByRole('heading', { name: 'Active' }).waitFor();

  await press('Change');
  assert.equal(await page.getByLabel('A job failed').isChecked(), true);
  await fill('Address', 'https://hooks.example.com/moved');
  await page.getByLabel('A job failed').uncheck();
  await press('Save');
  await said('Every event');

  await press('Replace the secret');
  await press('Replace it');
  const next = await storedSecret();
  assert.notEqual(next, secret);
  await said('Old secret signs until');
  await bringHere();
  await press('Send a test event');
  await said(/: 200 after \d+ ms/);
  const last = received.at(-1)!;
  assert.equal(last.path, '/moved');
  for (const good of [next, secret]) await verifyWebhook({ ...last, secret: good });
});

test('the code that verifies a message is there in both languages', async () => {
  await said('export function isGenuine');
  await page.getByLabel('Language').selectOption('Python');
  await said('def is_genuine');
});

test('a deleted endpoint is gone after a question', async () => {
  await press('Delete');
  await press('Delete it');
  await said('No endpoints yet');
});
