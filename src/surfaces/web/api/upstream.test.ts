import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openUpstream } from './upstream.ts';

const silent = createServer(() => {}).listen(0, '127.0.0.1');
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;
after(() => {
  silent.close();
  silent.closeAllConnections();
});

const codeOf = async (url: string, timeoutMs = 20) => {
  const upstream = openUpstream(() => url, { connections: 1 });
  const sent = upstream.send({ method: 'GET', path: '/', headers: {}, timeoutMs });
  const code = await sent.then(
    () => 'answered',
    (error) => error.code,
  );
  await upstream.close();
  return code;
};

test('an API that takes too long is api_timeout, and one that isn’t there api_unavailable', async () => {
  assert.equal(await codeOf(`http://127.0.0.1:${port}`), 'api_timeout');
  assert.equal(await codeOf('http://127.0.0.1:9'), 'api_unavailable');
});
