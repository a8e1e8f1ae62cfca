import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { LINK_LENGTH_MAX } from './address.ts';
import { type ExtraHost, parseProfileLink, reasonSentence } from './index.ts';
import { SENTENCES } from './shapes.ts';

const EXTRA: readonly ExtraHost[] = [
  { host: 'forge.example.org', software: 'forgejo' },
  { host: 'git.example.org', software: 'gitlab' },
];

const often = (value: string, ...rare: readonly string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
const words = (list: string) => fc.constantFrom(...list.trim().split(/\s+/));

const handle = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,11}(?:-[a-z0-9]{1,6})?$/) },
  {
    weight: 1,
    arbitrary: words('É İ ẞ ΣΑΣ Ǆ ﬁ K ʼn Å é आशा 🚀 ~jane {} me %C3%A9 %25 %2e %2F a\u200db \ud800'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent) },
);
const site =
  words(`www.linkedin.com/in/ in.linkedin.com/in/ LinkedIn.com/mwlite/in/ linkedin.com/comm/in/ linkedin.com/pub/
  linkedin.com/authwall?sessionRedirect=/in/ linkedin.cn/in/ linkedin.com./in/ linkedin.com:443/in/ github.com/
  gist.github.com/ gitlab.com/ gitlab.com/u/ bitbucket.org/ codeberg.org/ sr.ht/~ git.sr.ht/%7e forge.example.org/
  git.example.org/ github.com:80/ example.com/`);
const tail = fc.oneof(
  { weight: 4, arbitrary: words('/ ?tab=x #top') },
  { weight: 1, arbitrary: words('/en/ /1/2/3 /1/2/3/de ?a=\\\\..//@ . ) , @x :1') },
  { weight: 1, arbitrary: fc.string({ maxLength: 8, unit: 'binary' }) },
);
/** Profile links with an occasional fault. About a quarter are accepted. */
const nearLink = fc
  .tuple(
    often('', ' ', '"', '<'),
    often('https://', 'http://', '//', '', 'HTTP://', 'ftp://', 'a@'),
    site,
    handle,
    tail,
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(fc.string({ unit: 'binary' }), nearLink, nearLink, nearLink);

test('every string gets an answer, and every reason has a sentence', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseProfileLink(text, EXTRA);
      if (!parsed.ok) assert.ok(reasonSentence(parsed.reason).endsWith('.'));
    }),
    { numRuns: 3000 },
  );
});

test('a canonical link and a suggestion parse to themselves', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseProfileLink(text, EXTRA);
      const url = parsed.ok ? parsed.profile.url : parsed.suggestion;
      if (url === null) return;
      const again = parseProfileLink(url, EXTRA);
      assert.ok(again.ok, url);
      assert.equal(again.profile.url, url);
      if (parsed.ok) assert.deepEqual(again.profile, parsed.profile);
    }),
    { numRuns: 3000 },
  );
});

test('a browser leaves a canonical link unchanged, on the host it names', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseProfileLink(text, EXTRA);
      if (!parsed.ok) return;
      const { url, host } = parsed.profile;
      assert.equal(new URL(url).href, url);
      assert.equal(new URL(url).hostname, host);
      assert.ok(url.length <= LINK_LENGTH_MAX);
    }),
    { numRuns: 3000 },
  );
});

test('an accepted link leads a browser to the same site and the same handle', () => {
  const registered = (host: string) => host.replace(/\.$/, '').split('.').slice(-2).join('.');
  let accepted = 0;
  fc.assert(
    fc.property(nearLink, (text) => {
      const parsed = parseProfileLink(text, EXTRA);
      if (!parsed.ok) return;
      accepted++;
      const trimmed = text
        .trim()
        .replace(/^["<](.*)[">]$/s, '$1')
        .trim();
      const hasScheme = /^https?:\/\//i.test(trimmed);
      const seen = new URL(hasScheme ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`);
      const fold = (part: string) => part.normalize('NFC').toLowerCase().normalize('NFC');
      const visited = seen.pathname
        .split('/')
        .map((part) => fold(/%(?![\da-f]{2})/i.test(part) ? part : decode(part)));

      const { host, handle } = parsed.profile;
      assert.equal(registered(seen.hostname), registered(host));
      const name = handle.startsWith('pub/') ? handle.split('/')[1]! : handle;
      assert.ok(visited.includes(fold(name)) || visited.includes(`~${name}`), `${visited} has no ${name}`);
    }),
    { numRuns: 3000 },
  );
  assert.ok(accepted > 500, `only ${accepted} links were accepted`);
});

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

test('two different handles on one site never become one profile', () => {
  const starts = [
    'https://www.linkedin.com/in/',
    'https://github.com/',
    'https://gitlab.com/',
    'https://bitbucket.org/',
    'https://codeberg.org/',
    'https://sr.ht/~',
    'https://forge.example.org/',
  ];
  const name = fc.stringMatching(/^[a-z0-9._-]{1,12}$/);
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.constantFrom(...starts), name, name, (first, second, a, b) => {
      fc.pre(first !== second || a !== b);
      const one = parseProfileLink(first + a, EXTRA);
      const two = parseProfileLink(second + b, EXTRA);
      if (one.ok && two.ok) assert.notEqual(one.profile.url, two.profile.url);
    }),
    { numRuns: 3000 },
  );
});

test('/in/ and /pub/ with the same name, and member ids in different case, are different people', () => {
  const key = (link: string) => {
    const parsed = parseProfileLink(link);
    assert.ok(parsed.ok, link);
    return parsed.profile.url;
  };
  const id = 'ACoAABcD3fGhIjKlMnOpQrStUvWxYz012345678';
  const keys = [
    key('linkedin.com/in/jane-doe'),
    key('linkedin.com/pub/jane-doe/1/2/3'),
    key('linkedin.com/pub/jane-doe/1/2/4'),
    key(`linkedin.com/in/${id}`),
    key(`linkedin.com/in/${id.replace('cD', 'Cd')}`),
  ];
  assert.equal(new Set(keys).size, keys.length);
});

test('a handle followed by sentence punctuation is refused and suggests the link without it', () => {
  for (const [text, suggestion] of [
    ['https://www.linkedin.com/in/jane-doe.', 'https://www.linkedin.com/in/jane-doe'],
    ['github.com/Jane-Doe),', 'https://github.com/jane-doe'],
    ['https://github.com/jane_doe.', null],
    ['https://github.com/jane.md', null],
  ] as const) {
    const parsed = parseProfileLink(text);
    assert.ok(!parsed.ok, text);
    assert.deepEqual([parsed.reason, parsed.suggestion], ['invalid_handle', suggestion], text);
  }
});

test('every reason has its own one-line sentence', () => {
  const sentences = Object.values(SENTENCES);
  assert.equal(new Set(sentences).size, sentences.length);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z][^\n]+\.$/);
});
