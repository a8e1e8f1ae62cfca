import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRobots } from './robots-rules.ts';

const origin = 'https://site.example.com';
const read = (text: string) => readRobots(new URL('/robots.txt', origin), text, 'Contactry');
const allows = (text: string, path: string) => read(text).allows(new URL(path, origin));

const cases: [string, string, [string, boolean][]][] = [
  ['an empty file allows everything', '', [['/', true]]],
  ['a page of HTML in its place allows everything', '<html>User-agent soup</html>', [['/', true]]],
  [
    'the group for everyone applies',
    'User-agent: *\nDisallow: /private',
    [
      ['/private/a', false],
      ['/public', true],
    ],
  ],
  [
    'our own group replaces the one for everyone',
    'User-agent: *\nDisallow: /\n\nUser-agent: contactry\nDisallow: /private',
    [
      ['/', true],
      ['/private', false],
    ],
  ],
  [
    'our name is found in any case and with a version',
    'User-agent: CONTACTRY/1.0\nDisallow: /',
    [['/', false]],
  ],
  ["another crawler's group is not ours", 'User-agent: contactry-images\nDisallow: /', [['/', true]]],
  [
    'several names head one group',
    'User-agent: other\nUser-agent: contactry\nUser-agent: third\nDisallow: /a',
    [['/a', false]],
  ],
  [
    'groups with the same name are one',
    'User-agent: *\nDisallow: /a\nUser-agent: other\nDisallow: /b\nUser-agent: *\nDisallow: /c',
    [
      ['/a', false],
      ['/b', true],
      ['/c', false],
    ],
  ],
  [
    'a sitemap between names does not split the group',
    'User-agent: contactry\nSitemap: https://site.example.com/map.xml\nUser-agent: other\nDisallow: /a',
    [['/a', false]],
  ],
  [
    'the longest rule wins, and of two the permission',
    'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c',
    [
      ['/a/x', false],
      ['/a/b', true],
      ['/c', true],
    ],
  ],
  [
    'wildcards and ends are understood',
    'User-agent: *\nDisallow: /*.json$\nDisallow: /a***b',
    [
      ['/x/y.json', false],
      ['/x/y.jsonp', true],
      ['/a/-/b', false],
    ],
  ],
  ['an empty disallow allows everything', 'User-agent: *\nDisallow:', [['/', true]]],
  [
    'comments and a byte order mark are no rules',
    '\uFEFFUser-agent: * # all\nDisallow: /a # b',
    [['/a', false]],
  ],
  ['the file itself is always allowed', 'User-agent: *\nDisallow: /', [['/robots.txt', true]]],
  ['queries count as part of the path', 'User-agent: *\nDisallow: /*?q=', [['/a?q=1', false]]],
];

for (const [promise, text, paths] of cases) {
  test(promise, () => {
    for (const [path, allowed] of paths) assert.equal(allows(text, path), allowed, path);
  });
}

test('a crawl delay is read in milliseconds, and nonsense is ignored', () => {
  const delay = (text: string) => read(`User-agent: *\nCrawl-delay: ${text}\nDisallow:`).crawlDelayMs;
  assert.deepEqual(['2', '0.5', '-3', 'soon', ''].map(delay), [2000, 500, 0, 0, 0]);
});

test('a file designed to be slow disallows a page that full matching would allow', () => {
  const pattern = `${'*a'.repeat(1000)}b`;
  const rules = read(`User-agent: *\n${`Disallow: ${pattern}\n`.repeat(250)}`);

  assert.equal(rules.allows(new URL(`/${'a'.repeat(2000)}`, origin)), false);
});

test('of a file with many names and rules, only the rules for us are stored', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `User-agent: bot${at}`).join('\n');
  const rules = read(`${names}\n${'Disallow: /x\n'.repeat(20_000)}\nUser-agent: *\nDisallow: /a`);

  assert.ok(rules.length < 100);
  assert.equal(rules.allows(new URL('/a', origin)), false);
});

test('a file with too many rules for us disallows every page', () => {
  const many = read(`User-agent: *\n${'Disallow: /x\n'.repeat(5001)}`);
  const long = read(`User-agent: *\n${`Disallow: /${'漢'.repeat(1000)}\n`.repeat(30)}`);
  for (const rules of [many, long]) {
    assert.equal(rules.allows(new URL('/', origin)), false);
    assert.equal(rules.allows(new URL('/robots.txt', origin)), true);
  }
  assert.equal(read(`User-agent: *\n${'Disallow: /x\n'.repeat(5000)}`).allows(new URL('/', origin)), true);
});
