/** The client of the API on a page in Chromium. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { webhookHeaders } from '#core/standard-webhooks.ts';
import type * as Contactry from '../../clients/typescript/src/index.ts';
import { testPage, withoutBrowser } from '../support/browser.ts';

declare const contactry: typeof Contactry;

/** What a page loads with a script tag. */
async function clientScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../clients/typescript/src/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'contactry',
    target: 'chrome123',
  });
  return outputFiles[0]!.text;
}

test('a page makes calls, outlasts a cut answer, reads lists, stops, and verifies webhooks', {
  skip: withoutBrowser,
}, async () => {
  const script = await clientScript();
  const keys: unknown[] = [];
  await using server = createServer((request, response) => {
    const answer = (body: string, type = 'application/json') =>
      response.setHeader('content-type', type).end(body);
    if (request.url === '/')
      return void answer('<!doctype html><script src="/client.js"></script>', 'text/html');
    if (request.url === '/client.js') return void answer(script, 'text/javascript');
    if (request.url === '/api/v1/jobs?limit=1')
      return void answer('{"items":[{"id":"job_2"}],"next_cursor":"c"}');
    if (request.url?.startsWith('/api/v1/jobs?'))
      return void answer('{"items":[{"id":"job_1"}],"next_cursor":null}');
    if (request.url === '/api/v1/status')
      return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (request.url !== '/api/v1/find') return;
    keys.push(request.headers['idempotency-key']);
    if (keys.length > 1) return void answer('{"id":"lkp_1"}');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"id":', () => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
  const body = '{"type":"job.completed","data":{}}';
  const headers = webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(), body });
  const opened = await testPage();
  const { page } = opened;
  await page.goto(baseUrl);

  const seen = await page.evaluate(
    async ({ body, headers, secret }) => {
      const client = new contactry.Client({ baseUrl: location.origin });
      const nameOf = (error: { name: string; code?: string }) => error.code ?? error.name;
      const found = await client.call('POST /api/v1/find', {
        body: { profile_url: 'github.com/asha-example' },
      });
      const ids: string[] = [];
      for await (const { id } of client.items('GET /api/v1/jobs', { query: { limit: 1 } })) ids.push(id);
      const signal = AbortSignal.timeout(20);
      const slow = await client.call('GET /api/v1/health', {}, { signal }).catch(nameOf);
      const redirect = await client.call('GET /api/v1/status').catch(nameOf);
      const event = await contactry.verifyWebhook({ body, headers, secret });
      return [found.id, ...ids, slow, redirect, event.id];
    },
    { body, headers, secret },
  );

  assert.deepEqual(seen, ['lkp_1', 'job_2', 'job_1', 'TimeoutError', 'redirected', 'msg_1']);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  // Chromium saw it too.
  await assert.rejects(opened[Symbol.asyncDispose](), /ERR_INCOMPLETE_CHUNKED_ENCODING/);
});
