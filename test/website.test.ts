/** The website: pages for people, JSON for programs, by each role of a process. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { readConfig } from '#app/start/config.ts';
import { openPages, type Pages } from '#app/wiring/open-pages.ts';
import type { PriceList } from '#client';
import { openLog } from '#platform/log/open-log.ts';
import { type ServedPages, servedPages } from './support/served-pages.ts';
import { testService } from './support/service.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const publicUrl = 'https://people.example.com';
const support = 'help@contacts.example.com';

let all: ServedPages;
let alone: Pages;
before(async () => {
  all = await servedPages({ environment: { SUPPORT_EMAIL: support } });
  alone = await pagesAlone(all.url);
});
after(async () => {
  await alone?.[Symbol.asyncDispose]();
  await all?.[Symbol.asyncDispose]();
});

/** As `ROLE=web` serves them. */
async function pagesAlone(apiUrl: string): Promise<Pages> {
  const config = readConfig({
    NODE_ENV: 'test',
    ROLE: 'web',
    API_URL: apiUrl,
    PUBLIC_URL: publicUrl,
    INTERNAL_SECRET: 'internal-secret-of-the-tests',
    SUPPORT_EMAIL: support,
    FRESH_PAGES: 'off',
  });
  const pages = await openPages(config, openLog('silent'));
  await pages.server.ready();
  return pages;
}

type Given = Omit<InjectOptions, 'url'>;
const inAll = (url: string, { headers, ...given }: Given = {}) =>
  all.service.app.server.inject({ method: 'GET', url, headers: { accept: browser, ...headers }, ...given });
const inAlone = (url: string, { headers, ...given }: Given = {}) =>
  alone.server.inject({ method: 'GET', url, headers: { accept: browser, ...headers }, ...given });

for (const [role, get] of [
  ['all', inAll],
  ['web', inAlone],
] as const) {
  test(`ROLE=${role}: / is a page for browsers and JSON for programs`, async () => {
    for (const [accept, isPage] of [
      [browser, true],
      ['text/html', true],
      ['TEXT/HTML ; q=0.9, application/json;q=0.8', true],
      ['*/*', false],
      ['', false],
      ['application/json', false],
      ['text/html;q=0.5, application/json', false],
      ['text/html;q=0', false],
      ['application/x-unheard-of', false],
      [';;,,=;q=x', false],
    ] as const) {
      const { statusCode, headers, body } = await get('/', { headers: { accept } });
      assert.equal(statusCode, 200, accept);
      assert.match(String(headers['content-type']), isPage ? /^text\/html/ : /^application\/json/, accept);
      if (!isPage) assert.equal(JSON.parse(body).name, 'Contactry');
    }
  });

  test(`ROLE=${role}: an error’s page is for browsers, its text for programs`, async () => {
    const page = await get('/errors/insufficient_credits');
    assert.match(page.body, /What to do.*&#34;balance&#34;: 0/s);
    const text = await get('/errors/insufficient_credits', { headers: { accept: '*/*' } });
    assert.match(String(text.headers['content-type']), /^text\/markdown/);
  });

  test(`ROLE=${role}: pages that don’t exist lead back for browsers, and are problems for programs`, async () => {
    const wrong =
      '/nothing /docs/nothing /errors/nothing /docs/pictures/nothing.png /% /app/jobs/%zz /docs/%ff';
    for (const path of wrong.split(' ')) {
      const page = await get(path);
      assert.equal(page.statusCode, 404, path);
      assert.match(page.body, /<h1>This page doesn’t exist<\/h1>.*help@contacts\.example\.com/s, path);
    }
    const problem = await get('/nothing', { headers: { accept: '*/*' } });
    assert.deepEqual([problem.statusCode, problem.json().code], [404, 'not_found']);
  });
}

test('ROLE=api answers programs only', async () => {
  await using api = await testService({ environment: { ROLE: 'api' } });
  const get = (path: string) => api.request('GET', path, { headers: { accept: browser } });
  assert.equal((await get('/')).json().name, 'Contactry');
  for (const path of ['/pricing', '/docs', '/docs/lookup', '/errors', '/app', '/robots.txt', '/sitemap.xml'])
    assert.match(String((await get(path)).headers['content-type']), /^application\/problem\+json/, path);
  assert.match(String((await get('/errors/not_found')).headers['content-type']), /^text\/markdown/);
});

test('with ROLE=web, programs learn where the API is, and pages link to it', async () => {
  const { links } = (await inAlone('/', { headers: { accept: '*/*' } })).json();
  assert.equal(links.health, `${all.url}/api/v1/health`);
  const { body } = await inAlone('/');
  assert.ok(body.includes(`curl ${all.url}/api/v1/find`));
  assert.ok((await inAlone('/docs/jobs')).body.includes(`curl -s ${all.url}/api/v1/jobs`));
  assert.ok(body.includes(`href="${all.url}/opt-out"`));
});

test('while the API is away, programs get a problem at / and /openapi.json', async () => {
  await using pages = await pagesAlone('http://127.0.0.1:9');
  for (const url of ['/', '/openapi.json']) {
    const answer = await pages.server.inject({ method: 'GET', url });
    assert.deepEqual([answer.statusCode, answer.json().code], [502, 'api_unavailable']);
  }
});

test('each page has one address, in the page and in the map of the site', async () => {
  const map = await inAlone('/sitemap.xml');
  const listed = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
  assert.ok(listed.length > 60);
  for (const url of listed) {
    const { body } = await inAlone(`${url.slice(publicUrl.length)}?from=a-friend`);
    assert.equal(/<link rel="canonical" href="([^"]+)">/.exec(body)?.[1], url);
  }
  assert.match((await inAlone('/robots.txt')).body, /Sitemap: https:\/\/people\.example\.com\/sitemap\.xml/);
});

test('every link, picture and anchor of the website leads somewhere, and no page has a style or script of its own', async () => {
  const waiting = ['/', '/pricing', '/docs', '/errors', '/docs/search?q=webhook', '/app/sign-in', '/opt-out'];
  const pages = new Map<string, string>();
  const linked: [from: string, to: string][] = [];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const { statusCode, headers, body } = await inAll(path);
    assert.ok(statusCode === 200 || statusCode === 303, `${path}: ${statusCode}`);
    pages.set(path, body);
    if (!String(headers['content-type']).startsWith('text/html') || path.startsWith('/reference')) continue;
    assert.doesNotMatch(body, /<style|<script(?! type="module" src=)|<[^>]+\s(style|on\w+)=["']/, path);
    for (const [, to] of body.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const url = new URL(to!.replaceAll('&#38;', '&'), `${all.url}${path}`);
      if (url.origin !== all.url || url.pathname.startsWith('/app/sign-in/')) continue;
      linked.push([path, url.pathname + url.search + url.hash]);
      waiting.push(url.pathname + url.search);
    }
  }
  assert.ok(pages.size > 150);
  const broken = linked.filter(([, to]) => {
    const [path = '', anchor] = to.split('#');
    return anchor && !pages.get(path)!.includes(`id="${decodeURIComponent(anchor)}"`);
  });
  assert.deepEqual(broken, []);
});

test('a page is kept by browsers, asked for by its tag, and described by HEAD', async () => {
  for (const path of ['/', '/?try=2', '/pricing', '/docs', '/docs/lookup', '/errors', '/errors/not_found']) {
    const headers = { 'accept-encoding': 'gzip' };
    const page = await inAll(path, { headers });
    const { etag, vary } = page.headers;
    assert.deepEqual([page.headers['cache-control'], vary], ['no-cache', 'Accept, Accept-Encoding'], path);
    const again = await inAll(path, { headers: { ...headers, 'if-none-match': String(etag) } });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag]);
    const head = await inAll(path, { method: 'HEAD', headers });
    assert.deepEqual(
      [head.statusCode, head.body, head.headers.etag, head.headers['content-length']],
      [200, '', etag, String(page.rawPayload.length)],
    );
  }
  const [one, two] = [await inAll('/?try=1'), await inAll('/?try=2')];
  assert.notEqual(one.headers.etag, two.headers.etag);
});

test('the first view is at most 35 kB without the font', async () => {
  const { body } = await inAll('/');
  const assets = [...body.matchAll(/(?:rel="stylesheet" href|type="module" src)="([^"]+)"/g)];
  assert.equal(assets.length, 2);
  const texts = [body, ...(await Promise.all(assets.map(async ([, path]) => (await inAll(path!)).body)))];
  const sizes = texts.map((text) => gzipSync(text).length);
  assert.ok(
    sizes.reduce((sum, size) => sum + size) <= 35_000,
    `document, style, script: ${sizes.join(', ')}`,
  );
});

test('prices and their words are those of the price list', async () => {
  const list = (await inAll('/api/pricing', { headers: { accept: '*/*' } })).json() as PriceList;
  const { body } = await inAll('/pricing');
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const texts = [
    ...list.monthly_plans.flatMap(({ name, description, amount_display }) => [
      name,
      description,
      amount_display,
    ]),
    ...list.topup_packs.flatMap(({ name, amount_display }) => [name, amount_display]),
    ...list.faqs.flatMap(({ question, answer }) => [question, answer]),
    ...list.comparison.flatMap(({ label, hint }) => [label, hint]),
    ...Object.values(list.notes),
  ];
  assert.deepEqual(
    texts.filter((text) => !body.includes(escaped(text))),
    [],
  );
});

test('a search takes any text', async () => {
  for (const text of [
    '',
    ' ',
    'x'.repeat(10_000),
    'a '.repeat(5_000),
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '(((([[[[\\',
    '\u0000\uFFFF\u202E',
    'विकास 日本語',
    "'; drop table account; --",
  ]) {
    const path = `/docs/search?${new URLSearchParams({ q: text })}`;
    const page = await inAll(path);
    assert.equal(page.statusCode, 200, text.slice(0, 40));
    assert.doesNotMatch(page.body, /<script>|<img src=x/);
    assert.ok(page.body.length < 60_000);
    const { hits } = (await inAll(path, { headers: { accept: 'application/json' } })).json();
    assert.ok(hits.length <= 20);
  }
  const odd = [
    '/docs/search',
    '/docs/search?q',
    '/docs/search?q=%',
    '/docs/search?q=%FF',
    '/docs/search?q=a&q=webhook',
  ];
  for (const path of odd) assert.equal((await inAll(path)).statusCode, 200, path);
  const { hits } = (await inAll('/docs/search?q=webhok', { headers: { accept: 'application/json' } })).json();
  assert.match(hits[0].address, /webhook/, 'a slip is forgiven');
});

test('an address below /docs names a document, never a file', async () => {
  for (const path of [
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/..%5c..%5cetc%5cpasswd',
    '/docs/....//package.json',
    '/docs/guide/lookup.md',
    '/docs//etc/passwd',
    '/docs/%00',
    '/docs/__proto__',
    '/docs/constructor',
    `/docs/${'a/'.repeat(900)}`,
    '/errors/__proto__',
    '/errors/constructor',
    '/errors/..%2f..%2fpackage.json',
  ])
    assert.equal((await inAll(path)).statusCode, 404, path);
  assert.equal((await inAll('/docs/lookup/')).statusCode, 200);
});

test('while the API is away, the website says so where it matters', async () => {
  await using pages = await pagesAlone('http://127.0.0.1:9');
  const get = (path: string, accept = browser) =>
    pages.server.inject({ method: 'GET', url: path, headers: { accept } });
  for (const path of ['/', '/docs', '/docs/lookup', '/errors', '/app/sign-in'])
    assert.equal((await get(path)).statusCode, 200, path);
  const prices = await get('/pricing');
  assert.equal(prices.statusCode, 502);
  assert.match(prices.body, /href="\/pricing">Try again<.*help@contacts\.example\.com/s);
});

test('every page with one purpose names whom to write to', async () => {
  for (const path of [
    '/opt-out',
    '/opt-out/confirm',
    '/app/sign-in?because=locked',
    '/console/sign-in',
    '/sandbox/none',
  ]) {
    const { body } = await inAll(path);
    assert.ok(body.includes(`<a href="mailto:${support}">Write to ${support}</a>`), path);
    assert.match(body, /<link rel="stylesheet"/, path);
  }
  await using service = await testService();
  const { body } = await service.request('GET', '/opt-out');
  assert.match(body, /Questions\? Ask the operator of this service\./);
});

test('an address of slashes is a page, not a failure', async () => {
  for (const path of ['//', '//?try=2', '///docs']) {
    const { status } = await fetch(`${all.url}${path}`, { headers: { accept: browser } });
    assert.ok([200, 404].includes(status), `${path}: ${status}`);
  }
});
