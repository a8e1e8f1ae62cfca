import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProfileLink } from '../index.ts';

const SELF_MANAGED = [{ host: 'Git.Example.org', software: 'gitlab' }] as const;
const read = (link: string) => parseProfileLink(link, SELF_MANAGED);
const verdict = (link: string): string => {
  const parsed = read(link);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};

test('every spelling of a GitLab account gives the same link', () => {
  for (const link of `https://gitlab.com/jane.doe http://www.gitlab.com/Jane.Doe/ gitlab.com/jane.doe?x=1
    //gitlab.com/jane%2Edoe https://gitlab.com/jane.doe#a`.split(/\s+/))
    assert.equal(verdict(link), 'https://gitlab.com/jane.doe', link);
});

test('a name has letters and digits with single marks between them', () => {
  for (const name of ['j', '42', 'jane_doe', 'jane-doe-2', 'a.b-c_d', 'u2', 'atom', 'jane.git2'])
    assert.equal(verdict(`https://gitlab.com/${name}`), `https://gitlab.com/${name}`);
  for (const name of `_jane jane_ jane- .jane jane. jane..doe jane_-doe jane.git jane.atom jane.keys jane.gpg
    zoë jane+doe jane%20doe ${'j'.repeat(256)}`.split(/\s+/))
    assert.equal(verdict(`https://gitlab.com/${name}`), 'invalid_handle', name);
});

test('GitLab’s own routes are reserved, and /u/ and /users/ suggest the account behind them', () => {
  for (const path of `explore help api/v4/users dashboard/projects -/profile -/snippets/1 groups/example users/sign_in
    favicon.ico robots.txt .well-known/x search?q=jane public import oauth/authorize u/jane`.split(/\s+/))
    assert.equal(verdict(`https://gitlab.com/${path}`), 'reserved_path', path);
  const behind = read('https://gitlab.com/u/Jane');
  assert.equal(!behind.ok && behind.suggestion, 'https://gitlab.com/jane');
  const group = read('https://gitlab.com/groups/example');
  assert.equal(!group.ok && group.suggestion, null);
});

test('a project suggests its owner, and a page under /-/ is not a profile', () => {
  for (const path of ['jane/x', 'Jane/x.git', 'jane/group/x/-/issues/1', 'jane/x/tree/main']) {
    const parsed = read(`https://gitlab.com/${path}`);
    assert.ok(!parsed.ok);
    assert.deepEqual([parsed.reason, parsed.suggestion], ['repository', 'https://gitlab.com/jane'], path);
  }
  assert.equal(verdict('https://gitlab.com/jane/-/activity'), 'not_a_profile');
});

test('a self-managed host is recognized only if the operator configured it', () => {
  assert.deepEqual(read('https://git.example.org/Jane.Doe'), {
    ok: true,
    profile: {
      network: 'gitlab',
      host: 'git.example.org',
      handle: 'jane.doe',
      url: 'https://git.example.org/jane.doe',
    },
  });
  assert.equal(verdict('https://gitlab.example.org/jane'), 'unsupported_host');
  assert.equal(verdict('https://git.example.org:8443/jane'), 'bad_port');
  assert.equal(verdict('https://about.gitlab.com/jane'), 'unsupported_host');
  assert.equal(verdict('https://jane.gitlab.io/'), 'unsupported_host');
  assert.equal(verdict('https://gitlab.com/'), 'missing_handle');
});
