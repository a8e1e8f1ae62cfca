import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { explainListenError } from './open-ports.ts';

const refusalOf = (code: string, host: string, port: number) =>
  explainListenError(Object.assign(new Error('listen'), { code }), {
    host: { variable: 'HOST', value: host },
    port: { variable: 'PORT', value: port },
  });

test('a port that this user may not use is reported with one that it may', () => {
  assert.match(
    refusalOf('EACCES', '127.0.0.1', 80)!,
    /^PORT is 80, but only root may listen on ports below 1024\. Set PORT to 1024 or higher/,
  );
});

test('a port in use is reported with its host', () => {
  assert.match(
    refusalOf('EADDRINUSE', '::1', 8080)!,
    /^Port 8080 of ::1 is in use.*set PORT to another port\.$/,
  );
});

/** Node's own error for such a host. */
async function codeFor(host: string): Promise<string> {
  const [error] = await once(createServer().listen(0, host), 'error');
  return (error as NodeJS.ErrnoException).code!;
}

for (const host of ['203.0.113.1', 'no-such-host.invalid', 'http://127.0.0.1']) {
  test(`HOST=${host} is reported with the variable and what to set`, async () => {
    const sentence = refusalOf(await codeFor(host), host, 8080);
    assert.ok(sentence?.startsWith(`HOST is ${host}, which is n`), String(sentence));
    assert.match(sentence!, /Set HOST to 127\.0\.0\.1/);
  });
}

test('an error that no setting can fix has no sentence', () => {
  assert.equal(refusalOf('EMFILE', '127.0.0.1', 8080), null);
});
