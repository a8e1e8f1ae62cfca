/** The guides on the website: those for customers first, with the addresses of their own service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ServedPages, servedPages } from './support/served-pages.ts';

const publicUrl = 'https://people.example.com';

let pages: ServedPages;
before(async () => {
  pages = await servedPages({ environment: { PUBLIC_URL: publicUrl } });
});
after(() => pages?.[Symbol.asyncDispose]());

const get = (url: string, { headers = { accept: 'text/html' } } = {}) =>
  pages.service.app.server.inject({ method: 'GET', url, headers });

test('guides for customers come first in a search, and the others say that they are for operators', async () => {
  for (const words of ['leaked key', 'refund', 'free', 'where is my payment', 'key']) {
    const path = `/docs/search?${new URLSearchParams({ q: words })}`;
    const { hits } = (await get(path, { headers: { accept: 'application/json' } })).json();
    const forWhom = hits.map(({ isForOperators }: { isForOperators: boolean }) => isForOperators);
    assert.equal(forWhom[0], false, words);
    assert.deepEqual(forWhom, forWhom.toSorted(), words);
  }
  assert.match((await get('/docs/incidents')).body, /For operators of this service/);
  assert.doesNotMatch((await get('/docs/lookup')).body, /For operators of this service/);
});

test('guides for customers name the address of their service, and no command of its operator', async () => {
  const { body } = await get('/docs');
  const [, forCustomers] = body.split('<p>Look people up</p>');
  const paths = [...forCustomers!.split('</ul>')[0]!.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!);
  assert.equal(paths[0], '/docs/dashboard');
  for (const path of paths) {
    const page = (await get(path)).body;
    const [theirs] = page.split('<h2 id="for-operators">');
    assert.doesNotMatch(
      theirs!,
      /127\.0\.0\.1:8080|contacts\.example\.com\/|contactry admin|npm start|<!--/,
      path,
    );
  }
  assert.ok((await get('/docs/jobs')).body.includes(`curl -s ${publicUrl}/api/v1/jobs`));
  assert.ok((await get('/docs/jobs')).body.includes(`<a href="${publicUrl}/app/keys">`));
  assert.match((await get('/docs/operators')).body, /curl -s http:\/\/127\.0\.0\.1:8080/);
});
