import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { linkLengthMax, normaliseLink } from './link.ts';

const accounts: [raw: string, network: string, handle: string, url: string][] = [
  ['github.com/Jane-Doe', 'github', 'jane-doe', 'https://github.com/jane-doe'],
  [
    'http://in.linkedin.com/in/Jane-Doe/?trk=x',
    'linkedin',
    'jane-doe',
    'https://www.linkedin.com/in/jane-doe',
  ],
  ['https://twitter.com/Jane_Doe?s=20', 'x', 'jane_doe', 'https://x.com/jane_doe'],
  ['https://mobile.x.com/@jane/', 'x', 'jane', 'https://x.com/jane'],
  ['https://instagram.com/Jane.Doe/?igshid=1', 'instagram', 'jane.doe', 'https://www.instagram.com/jane.doe'],
  ['https://www.threads.net/@jane', 'threads', 'jane', 'https://www.threads.com/@jane'],
  ['https://www.tiktok.com/@jane', 'tiktok', 'jane', 'https://www.tiktok.com/@jane'],
  ['https://de-de.facebook.com/Jane.Doe', 'facebook', 'jane.doe', 'https://www.facebook.com/jane.doe'],
  [
    'https://m.facebook.com/profile.php?ref=x&id=1002003',
    'facebook',
    '1002003',
    'https://www.facebook.com/profile.php?id=1002003',
  ],
  [
    'https://bsky.app/profile/Jane.Example.com',
    'bluesky',
    'jane.example.com',
    'https://bsky.app/profile/jane.example.com',
  ],
  [
    'https://bsky.app/profile/did:plc:abc234',
    'bluesky',
    'did:plc:abc234',
    'https://bsky.app/profile/did:plc:abc234',
  ],
  [
    'jane-doe.bsky.social',
    'bluesky',
    'jane-doe.bsky.social',
    'https://bsky.app/profile/jane-doe.bsky.social',
  ],
  ['https://m.youtube.com/@JaneDoe', 'youtube', 'janedoe', 'https://www.youtube.com/@janedoe'],
  [
    'https://youtube.com/channel/UCabcdefghijKLMNOPqrst-_',
    'youtube',
    'UCabcdefghijKLMNOPqrst-_',
    'https://www.youtube.com/channel/UCabcdefghijKLMNOPqrst-_',
  ],
  [
    'https://stackoverflow.com/users/1234567/jane?tab=profile',
    'stackoverflow',
    '1234567',
    'https://stackoverflow.com/users/1234567',
  ],
  ['https://medium.com/@Jane', 'medium', 'jane', 'https://medium.com/@jane'],
  ['https://jane-doe.medium.com', 'medium', 'jane-doe', 'https://jane-doe.medium.com/'],
  ['https://dev.to/Jane_Doe', 'devto', 'jane_doe', 'https://dev.to/jane_doe'],
  ['https://npmjs.com/~jane', 'npm', 'jane', 'https://www.npmjs.com/~jane'],
  ['https://keybase.io/jane', 'keybase', 'jane', 'https://keybase.io/jane'],
  ['https://old.reddit.com/u/Jane-Doe', 'reddit', 'jane-doe', 'https://www.reddit.com/user/jane-doe'],
  ['https://www.twitch.tv/Jane_Doe', 'twitch', 'jane_doe', 'https://www.twitch.tv/jane_doe'],
  ['https://social.example/@Jane', 'mastodon', 'jane@social.example', 'https://social.example/@jane'],
  [
    'https://social.example/@jane@other.example',
    'mastodon',
    'jane@other.example',
    'https://social.example/@jane@other.example',
  ],
];
for (const [raw, network, handle, url] of accounts) {
  test(`${raw} is the ${network} account ${handle}`, () =>
    assert.deepEqual(normaliseLink(raw), { ok: true, value: { network, handle, url } }));
}

const websites: [raw: string, url: string][] = [
  ['jane.example', 'https://jane.example/'],
  ['//jane.example/about', 'https://jane.example/about'],
  ['HTTP://Jane.Example.:80/A?b=1&utm_source=mail#top', 'http://jane.example/A?b=1'],
  ['https://jane.example/?q=a%20b&&fbclid=1', 'https://jane.example/?q=a%20b'],
  ['https://jane.example:8443/', 'https://jane.example:8443/'],
  ['https://grün.example/ü', 'https://xn--grn-ioa.example/%C3%BC'],
  ['https://x.com/jane/status/1', 'https://x.com/jane/status/1'],
  ['https://x.com/search?q=jane', 'https://x.com/search?q=jane'],
  ['https://www.instagram.com/explore', 'https://www.instagram.com/explore'],
  ['https://www.instagram.com/@.', 'https://www.instagram.com/@.'],
  ['https://www.threads.com/@jane.', 'https://www.threads.com/@jane.'],
  ['https://www.facebook.com/profile.php', 'https://www.facebook.com/profile.php'],
  ['https://www.youtube.com/watch?v=1', 'https://www.youtube.com/watch?v=1'],
  ['https://www.npmjs.com/package/left-pad', 'https://www.npmjs.com/package/left-pad'],
  ['https://dev.to/jane/a-post', 'https://dev.to/jane/a-post'],
  ['https://help.medium.com/', 'https://help.medium.com/'],
  ['https://substack.com/@jane', 'https://substack.com/@jane'],
  ['https://x.com.example/jane', 'https://x.com.example/jane'],
  ['https://github.com/jane/tool', 'https://github.com/jane/tool'],
];
for (const [raw, url] of websites) {
  test(`${raw} is the website ${url}`, () =>
    assert.deepEqual(normaliseLink(raw), { ok: true, value: { network: 'website', handle: null, url } }));
}

const refusals: [raw: string, reason: string][] = [
  ['', 'empty'],
  ['jane', 'bare_handle'],
  ['@jane', 'bare_handle'],
  ['jane@example.com', 'not_a_url'],
  ['mailto:jane@example.com', 'unsupported_scheme'],
  ['javascript:alert(1)', 'unsupported_scheme'],
  ['ftp://jane.example', 'unsupported_scheme'],
  ['https://jane:secret@jane.example/', 'userinfo'],
  ['https://x.com@evil.example/jane', 'userinfo'],
  ['https://jane.example/a b', 'not_a_url'],
  ['https://jane.example/a\tb', 'control_char'],
  ['https://jane.example\\@evil.example', 'backslash'],
  ['https://x.com/jane/../john', 'dot_segment'],
  ['https://jane.example:99999/', 'not_a_url'],
  ['http://127.0.0.1/', 'not_public_host'],
  ['http://2130706433/', 'not_public_host'],
  ['http://[::1]/', 'not_public_host'],
  ['http://localhost:3000/', 'not_public_host'],
  ['http://wiki/', 'not_public_host'],
  ['http://nas.local/', 'not_public_host'],
  ['https://www.linkedin.com/company/acme', 'company_page'],
  ['https://www.linkedin.com/in/me', 'self_alias'],
  ['https://lnkd.in/abc', 'short_link'],
  ['https://github.com/search', 'reserved_path'],
];
for (const [raw, reason] of refusals) {
  test(`${JSON.stringify(raw)} is refused as ${reason}`, () => {
    const normalised = normaliseLink(raw);
    assert.equal(normalised.ok ? normalised.value.url : normalised.reason, reason);
  });
}

test('a link has at most 2,000 characters, as written and in canonical form', () => {
  const longest = `https://jane.example/${'a'.repeat(linkLengthMax - 21)}`;
  assert.equal(normaliseLink(longest).ok, true);
  for (const raw of [`${longest}a`, `https://jane.example/${'ü'.repeat(1000)}`]) {
    const normalised = normaliseLink(raw);
    assert.equal(!normalised.ok && normalised.reason, 'too_long');
  }
});

test("an operator's own code host gives accounts, not websites", () => {
  const normalised = normaliseLink('https://git.example/Jane', [
    { host: 'git.example', software: 'forgejo' },
  ]);
  assert.deepEqual(normalised, {
    ok: true,
    value: { network: 'forgejo', handle: 'jane', url: 'https://git.example/jane' },
  });
});

const host = fc.constantFrom(
  ...[
    'x.com',
    'www.instagram.com',
    'facebook.com',
    'bsky.app',
    'youtube.com',
    'medium.com',
    'jane.medium.com',
  ],
  ...[
    'jane.bsky.social',
    'dev.to',
    'npmjs.com',
    'social.example.',
    'www.social.example:8443',
    'grün.example',
  ],
  ...['github.com', 'www.linkedin.com'],
);
const path = fc.string({ unit: fc.constantFrom(...'abZ0/@~._-%2?#&=:; üक'), maxLength: 20 });
const nearLink = fc
  .tuple(fc.constantFrom('https://', 'http://', '//', ''), host, path)
  .map(([scheme, name, rest]) => `${scheme}${name}/${rest}`);

test('it throws for no text, and leaves its own output unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(nearLink, fc.webUrl(), fc.string({ unit: 'binary' })), (raw) => {
      const normalised = normaliseLink(raw);
      if (!normalised.ok) return;
      assert.match(normalised.value.url, /^https?:\/\/[^@\s]+(?:\/|$)/);
      assert.deepEqual(normaliseLink(normalised.value.url), normalised);
    }),
    { numRuns: 5000 },
  );
});
