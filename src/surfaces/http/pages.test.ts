import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '#test/support/eventually.ts';
import { listening } from '#test/support/raw-connection.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
/** The bodies that the server was given to send. */
const sent: unknown[] = [];
before(async () => {
  service = await testService();
  open = await listening(service);
  open.server.prependListener('request', (_, response: ServerResponse) => {
    const end = response.end.bind(response);
    response.end = ((...given: Parameters<typeof end>) => {
      sent.push(given[0]);
      return end(...given);
    }) as typeof response.end;
  });
});
after(() => service[Symbol.asyncDispose]());

for (const path of ['/openapi.json', '/reference/js/scalar.js', '/reference/js/%73calar.js?']) {
  test(`${path} is sent from a single copy, however many callers request it without reading`, async () => {
    const { rawPayload } = await service.app.server.inject({ method: 'GET', url: path });
    sent.length = 0;
    const ask = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const connections = Array.from({ length: 60 }, () => open.connection(ask));
    for (const { socket } of connections) socket.pause();
    await eventually(async () => assert.equal(sent.length, connections.length));
    for (const { socket } of connections) socket.destroy();
    assert.deepEqual(sent[0], rawPayload);
    assert.equal(new Set(sent).size, 1, 'one copy');
  });
}

for (const [path, type] of [
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/reference/', 'text/html; charset=utf-8'],
  ['/reference/js/scalar.js', 'application/javascript; charset=utf-8'],
] as const) {
  test(`${path} is compressed for callers that accept it, and sent once`, async () => {
    const ask = (headers: Record<string, string>) => service.request('GET', path, { headers });
    const plain = await ask({});
    assert.equal(plain.headers['content-encoding'], undefined);
    const seen = new Set([plain.headers.etag]);
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, *', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': accepted });
      assert.deepEqual(
        [headers['content-encoding'], headers['content-type'], headers.vary],
        [encoding, type, 'Accept-Encoding'],
      );
      assert.ok(decode(rawPayload).equals(plain.rawPayload));
      seen.add(headers.etag);
      const again = await ask({ 'accept-encoding': accepted, 'if-none-match': String(headers.etag) });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
      const named = { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) };
      const head = await service.request('HEAD', path, { headers: named });
      assert.deepEqual(
        [head.statusCode, head.body, head.headers['content-length']],
        [304, '', String(rawPayload.length)],
      );
    }
    assert.equal(seen.size, 3, 'each encoding has a tag of its own');
  });
}

test('the reference runs only its own scripts and reaches only this service', async () => {
  const { headers, body } = await service.request('GET', '/reference/');
  const [, script] = /<script type="text\/javascript">(.*?)<\/script>/s.exec(body)!;
  const hash = createHash('sha256').update(script!).digest('base64');
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'unsafe-inline'; connect-src 'self'; ` +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test('an odd spelling of the script’s address takes it away from no other page', async () => {
  await using fresh = await testService();
  const ask = (path: string) => fresh.request('GET', path);
  await ask('/reference/js%2Fscalar.js');
  assert.equal((await ask('/reference/js/scalar.js')).statusCode, 200);
});
