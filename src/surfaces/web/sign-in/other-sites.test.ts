import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesWithStub } from '#test/support/stub-api.ts';

test('another site’s page starts no sign-in: its visitor presses the button first', async () => {
  await using stub = await pagesWithStub();
  const { server } = stub.pages;
  // The development sign-in is read at its own address.
  await server.listen({ host: '127.0.0.1', port: 0 });
  const from = (site: string) =>
    server.inject({
      method: 'GET',
      url: '/app/sign-in/start?to=/app/jobs',
      headers: { host: 'localhost:8080', 'sec-fetch-site': site },
    });
  for (const site of ['cross-site', 'same-site']) {
    const { headers } = await from(site);
    assert.equal(headers.location, '/app/sign-in?to=%2Fapp%2Fjobs');
    assert.equal(headers['set-cookie'], undefined);
  }
  for (const site of ['same-origin', 'none'])
    assert.match(String((await from(site)).headers['set-cookie']), /^contactry_flow=/);
});

test('over TLS the theme comes from a cookie of this host alone', async () => {
  await using stub = await pagesWithStub({ PUBLIC_URL: 'https://people.example.com' });
  const themed = async (name: string) => {
    const headers = { cookie: `__Host-contactry_app=${'a'.repeat(43)}; ${name}=dark` };
    const { body } = await stub.pages.server.inject({ method: 'GET', url: '/app', headers });
    return /<html lang="en"(.*?)>/.exec(body)?.[1];
  };
  assert.equal(await themed('__Host-contactry_theme'), ' data-theme="dark"');
  assert.equal(await themed('contactry_theme'), '');
});
