import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanLimits, scanPage } from './scan-page.ts';

const hrefs = (html: string) => scanPage(html).links.map(({ href }) => href);

const cases: [what: string, html: string, found: string[]][] = [
  ['entities in an address', '<a href="/?a=1&amp;b=&#x32;">x</a>', ['/?a=1&b=2']],
  ['tags in capitals, quotes of any kind', `<A HREF='/one'><a href=/two>`, ['/one', '/two']],
  ['the first of two equal attributes', '<a href="/one" href="/two">', ['/one']],
  ['an address without a value', '<a href>', ['']],
  ['a self-closing tag', '<link rel="me" href="/me"/>', ['/me']],
  ['links a thousand tags deep', `${'<b>'.repeat(1000)}<a href="/deep">`, ['/deep']],
  ['what a comment holds', '<!-- <a href="/no"> -->', []],
  [
    'what a script, a style or a title holds',
    '<script>"<a href=/no>"</script><title><a href=/no></title>',
    [],
  ],
  ['a tag that never ends', '<a href="/no"', []],
  ['names of objects', '<constructor href="/no"><a __proto__="x" href="/yes">', ['/yes']],
];

for (const [what, html, found] of cases) {
  test(`${what}: ${JSON.stringify(found)}`, () => assert.deepEqual(hrefs(html), found));
}

test('JSON-LD is the text of its script, even if the script is never closed', () => {
  const html =
    '<script type="application/ld+json">{"a":"&amp;</b>"}</script><SCRIPT type=application/ld+json> 1';
  assert.deepEqual(scanPage(html).jsonLd, ['{"a":"&amp;</b>"}', ' 1']);
  assert.deepEqual(scanPage('<script>{}</script><script type="module">{}</script>').jsonLd, []);
});

const floods: [what: string, flood: string][] = [
  ['tags', '<b>'.repeat(scanLimits.tags)],
  ['attributes', `<b ${'a '.repeat(scanLimits.attributes)}>`],
  ['links', '<a href="/flood">x</a>'.repeat(scanLimits.links)],
  ['metas', '<meta name="flood">'.repeat(scanLimits.metas)],
  ['scripts', '<script type="application/ld+json">1</script>'.repeat(scanLimits.scripts)],
  ['kept scripts', `<script type="application/ld+json">${'1'.repeat(50_001)}</script>`.repeat(3)],
  ['kept text', `<a href="${'x'.repeat(scanLimits.valueLength)}">`.repeat(65)],
];

for (const [what, flood] of floods) {
  test(`a page with too many ${what} keeps what came before, and nothing after`, () => {
    const { links, cutShort } = scanPage(`<a href="/before">${flood}<a href="/after">`);
    assert.equal(links[0]?.href, '/before');
    assert.equal(links.at(-1)?.href === '/after', false);
    assert.equal(cutShort, true);
  });
}

test('a link that is too long is skipped, and the next is read', () => {
  assert.deepEqual(hrefs(`<a href="${'x'.repeat(scanLimits.valueLength + 1)}"><a href="/next">`), ['/next']);
});
