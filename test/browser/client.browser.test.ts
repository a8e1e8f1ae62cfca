/** The client of the API on a page in Chromium. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import type * as Contactry from '../../clients/typescript/src/index.ts';
import { testPage, withoutBrowser } from '../support/browser.ts';
import { listening } from '../typescript-client/scripted.ts';

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

const sends =
  (body: string, type = 'application/json') =>
  (response: ServerResponse) =>
    void response.setHeader('content-type', type).end(body);

const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
const body = '{"type":"job.completed","data":{}}';

test('a page makes calls, outlasts a cut answer, reads lists, stops, and verifies webhooks', {
  skip: withoutBrowser,
}, async (t) => {
  const keys: unknown[] = [];
  const routes: Record<string, (response: ServerResponse) => void> = {
    '/': sends(
      '<!doctype html><link rel="icon" href="data:,"><script src="/client.js"></script>',
      'text/html',
    ),
    '/client.js': sends(await clientScript(), 'text/javascript'),
    '/api/v1/jobs?limit=1': sends('{"items":[{"id":"job_2"}],"next_cursor":"c"}'),
    '/api/v1/jobs?limit=1&cursor=c': sends('{"items":[{"id":"job_1"}],"next_cursor":null}'),
    '/api/v1/status': (response) => response.writeHead(302, { location: '/' }).end(),
    '/api/v1/health': () => {},
    '/api/v1/find': (response) => {
      if (keys.length > 1) return sends('{"id":"lkp_1"}')(response);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":', () => response.destroy());
    },
  };
  const baseUrl = await listening(t, (request, response) => {
    if (request.method === 'POST') keys.push(request.headers['idempotency-key']);
    routes[request.url!]!(response);
  });
  const opened = await testPage();
  await opened.page.goto(baseUrl);

  const seen = await opened.page.evaluate(
    async ({ baseUrl, ...message }) => {
      const client = new contactry.Client({ baseUrl });
      const nameOf = (error: { name: string; code?: string | number }) =>
        typeof error.code === 'string' ? error.code : error.name;
      const found = await client.call('POST /api/v1/find', { body: { profile_url: 'github.com/asha' } });
      const ids: string[] = [];
      for await (const { id } of client.items('GET /api/v1/jobs', { query: { limit: 1 } })) ids.push(id);
      const signal = AbortSignal.timeout(20);
      const slow = await client.call('GET /api/v1/health', {}, { signal }).catch(nameOf);
      const redirect = await client.call('GET /api/v1/status').catch(nameOf);
      const event = await contactry.verifyWebhook(message);
      return [found.id, ...ids, slow, redirect, event.id];
    },
    { baseUrl, body, secret, headers: webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(), body }) },
  );

  assert.deepEqual(seen, ['lkp_1', 'job_2', 'job_1', 'TimeoutError', 'redirected', 'msg_1']);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  // Chromium saw the cut answer too.
  await assert.rejects(async () => opened[Symbol.asyncDispose](), /ERR_INCOMPLETE_CHUNKED_ENCODING/);
});
