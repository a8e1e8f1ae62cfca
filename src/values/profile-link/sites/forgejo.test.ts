import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExtraHost, parseProfileLink } from '../index.ts';

const HOSTS: readonly ExtraHost[] = [
  { host: 'forge.example.org', software: 'forgejo' },
  { host: 'tea.example.org', software: 'gitea' },
  { host: 'github.com', software: 'gitea' },
];
const verdict = (link: string): string => {
  const parsed = parseProfileLink(link, HOSTS);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};

test('every spelling of a Codeberg account gives the same link', () => {
  for (const link of `https://codeberg.org/jane.doe http://www.codeberg.org/Jane.Doe/ codeberg.org/jane.doe?tab=activity
    //codeberg.org/jane.doe#x`.split(/\s+/))
    assert.equal(verdict(link), 'https://codeberg.org/jane.doe', link);
});

test('a name has at most 40 letters and digits with single marks between them, and no reserved ending', () => {
  for (const name of ['j', '42', 'a_b-c.d', 'keys', 'j'.repeat(40), 'jane.rs'])
    assert.equal(verdict(`https://codeberg.org/${name}`), `https://codeberg.org/${name}`);
  for (const name of `-jane _jane jane- jane. jane__doe jane.-doe jane.keys jane.GPG jane.rss jane.atom jane.png zoë @jane
    ${'j'.repeat(41)}`.split(/\s+/))
    assert.equal(verdict(`https://codeberg.org/${name}`), 'invalid_handle', name);
});

test('the server’s own pages are reserved, and a repository suggests its owner', () => {
  for (const path of `user/login org/example/members explore/users admin api/v1/users/jane assets/x notifications ghost
    Issues repo/create .well-known/webfinger v2 -/x swagger.v1.json forgejo-actions milestones`.split(/\s+/))
    assert.equal(verdict(`https://codeberg.org/${path}`), 'reserved_path', path);
  for (const path of ['jane/dotfiles', 'Jane/dotfiles/src/branch/main', 'jane/dotfiles.git']) {
    const parsed = parseProfileLink(`https://codeberg.org/${path}`);
    assert.ok(!parsed.ok);
    assert.deepEqual([parsed.reason, parsed.suggestion], ['repository', 'https://codeberg.org/jane'], path);
  }
  assert.equal(verdict('https://codeberg.org/jane/-/packages'), 'not_a_profile');
  assert.equal(verdict('https://codeberg.org'), 'missing_handle');
  assert.equal(verdict('https://jane.codeberg.page/'), 'unsupported_host');
});

test('configured Forgejo and Gitea hosts follow the same rules under their own name', () => {
  for (const host of ['forge.example.org', 'tea.example.org']) {
    const parsed = parseProfileLink(`http://${host}/Jane?tab=repositories`, HOSTS);
    assert.deepEqual(parsed.ok && parsed.profile, {
      network: 'forgejo',
      host,
      handle: 'jane',
      url: `https://${host}/jane`,
    });
  }
  assert.equal(verdict('https://forge.example.org/explore'), 'reserved_path');
  assert.equal(verdict('https://other.example.org/jane'), 'unsupported_host');
});

test('a configured host never replaces a built-in site', () => {
  const parsed = parseProfileLink('https://github.com/jane-doe', HOSTS);
  assert.equal(parsed.ok && parsed.profile.network, 'github');
});
