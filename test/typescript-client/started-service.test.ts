/** The methods of the client, with a service that runs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import {
  Client,
  ContactryError,
  InsufficientCreditsError,
  SessionElsewhereError,
} from '../../clients/typescript/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { customer, givenKey } from '../support/kit.ts';
import { servedPages } from '../support/served-pages.ts';

/** The customer's server. */
const receiver = createServer((request, response) => void request.resume().on('end', () => response.end()));
await once(receiver.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const pages = await servedPages({ environment: { SITE_STAND_INS: `https://hooks.example.com=${url}` } });
after(async () => {
  await pages[Symbol.asyncDispose]();
  receiver.close();
});

const clientOf = async (mode: 'live' | 'test') => {
  const { key } = await customer(pages.service, 1, { mode });
  return new Client({ baseUrl: pages.url, key });
};
const asha = 'https://www.linkedin.com/in/asha-example';

test('a lookup, its answer again, the key and the usage', async () => {
  const client = await clientOf('test');
  const found = await client.find({ profile_url: asha });
  assert.equal(found.status, 'completed');
  assert.ok(found.emails[0]!.sources[0]!.source);
  assert.deepEqual((await client.lookups.wait(found.id)).emails, found.emails);
  assert.equal((await client.keyInfo()).mode, 'test');
  assert.ok(Array.isArray((await client.usage({ limit: 1 })).events));
});

test('a job of a file runs to its end, with its items and its CSV', async () => {
  const client = await clientOf('test');
  const file = {
    type: 'text/csv',
    content: `Who,Where\nAsha,${asha}\nRavi,linkedin.com/in/ravi-sample\n`,
  } as const;
  const { id } = await client.jobs.createFromFile(file, { name: 'June' });
  const job = await client.jobs.wait(id!);
  assert.deepEqual([job.status, job.name, job.counts.completed], ['completed', 'June', 2]);
  const rows = [];
  for await (const { row, status } of client.jobs.items(job.id, { limit: 1 })) rows.push([row, status]);
  assert.deepEqual(rows, [
    [1, 'completed'],
    [2, 'completed'],
  ]);
  assert.match(await (await client.jobs.csv(job.id)).text(), /asha/);
  for await (const { id: newest } of client.jobs.list()) assert.equal(newest, job.id);
});

test('an endpoint is added, tested, moved, paused and deleted, and its delivery sent again', async () => {
  const { webhooks } = await clientOf('live');
  const { id, secret } = await webhooks.createEndpoint({ url: `${url}/in` });
  assert.match(secret, /^whsec_/);
  const { id: message } = await webhooks.testEndpoint(id);
  await eventually(async () => {
    const [delivery] = await Array.fromAsync(webhooks.deliveries({ endpoint_id: id }));
    assert.deepEqual([delivery?.id, delivery?.status], [message, 'delivered']);
  });
  assert.equal((await webhooks.redeliver(message)).id, message);
  const changed = await webhooks.changeEndpoint(id, { events: ['job.failed'], enabled: false });
  assert.deepEqual([changed.events, changed.enabled], [['job.failed'], false]);
  assert.notEqual((await webhooks.rotateEndpointSecret(id)).secret, secret);
  await webhooks.deleteEndpoint(id);
  assert.deepEqual((await webhooks.listEndpoints()).items, []);
});

test('a refusal has its class, its code, what to do, and whether to try again', async () => {
  const { text: key } = await givenKey(pages.service.database.db);
  const client = new Client({ baseUrl: pages.url, key });
  await assert.rejects(client.find({ profile_url: asha }), (error) => {
    assert.ok(error instanceof InsufficientCreditsError);
    assert.deepEqual([error.code, error.isRetryable, error.balance], ['insufficient_credits', false, 0]);
    assert.match(error.detail, /credits/);
    assert.ok(error.requestId);
    return true;
  });
});

test('whether to try again follows from the code, and of unknown ones from the status', () => {
  const problem = { detail: '', request_id: null };
  const isRetryable = (code: string, status: number) =>
    new ContactryError({ ...problem, code, status }).isRetryable;
  assert.equal(isRetryable('http_502', 502), true);
  assert.equal(isRetryable('rate_limited', 429), true);
  assert.equal(isRetryable('http_500', 500), false);
  const elsewhere = new SessionElsewhereError({ ...problem, code: 'session_elsewhere', status: 409 });
  assert.equal(elsewhere.isRetryable, true);
});
