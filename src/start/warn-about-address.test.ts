import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listeningLog } from '#test/support/embedded.ts';
import { warnAboutAddress } from './open-ports.ts';

function warnings(HOST: string, PUBLIC_URL = ''): string[] {
  const { log, messages } = listeningLog();
  warnAboutAddress({ HOST, PUBLIC_URL }, 'http://127.0.0.1:8080', log);
  return messages;
}

for (const host of ['0.0.0.0', '::', '192.0.2.7', 'db.example.com']) {
  test(`HOST=${host} without PUBLIC_URL warns about links, secrets and proxies`, () => {
    const [warning, ...others] = warnings(host);
    assert.match(
      warning!,
      /Links in answers.*http:\/\/127\.0\.0\.1:8080.*Set PUBLIC_URL.*\/metrics.*TRUSTED_PROXIES/,
    );
    assert.deepEqual(others, []);
  });
}

for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) {
  test(`HOST=${host} is only reachable from this machine and needs no PUBLIC_URL`, () => {
    assert.deepEqual(warnings(host), []);
  });
}

test('with PUBLIC_URL there is no warning', () => {
  assert.deepEqual(warnings('0.0.0.0', 'https://contacts.example.com'), []);
});
