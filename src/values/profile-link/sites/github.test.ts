import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProfileLink } from '../index.ts';

const verdict = (link: string): string => {
  const parsed = parseProfileLink(link);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};
const suggestion = (link: string): string | null => {
  const parsed = parseProfileLink(link);
  return parsed.ok ? null : parsed.suggestion;
};

test('every spelling of a GitHub account gives the same link', () => {
  const spellings = `
    https://github.com/jane-doe          http://github.com/jane-doe/      https://www.github.com/Jane-Doe
    github.com/JANE-DOE                  //github.com/jane-doe            https://github.com/jane-doe?tab=repositories
    https://github.com/jane-doe#readme   https://github.com//jane-doe     https://github.com/%6Aane-doe
    https://gist.github.com/jane-doe     gist.github.com/jane-doe/        https://github.com./jane-doe
    https://github.com/jane-doe?tab=followers&page=2                      https://github.com:443/jane-doe`;
  for (const link of spellings.trim().split(/\s+/))
    assert.equal(verdict(link), 'https://github.com/jane-doe', link);
});

test('a login has 1 to 39 letters, digits and single inner hyphens', () => {
  for (const login of ['a', '0', '1-2', 'j4n3', 'a-b-c', 'x'.repeat(39), 'issuesuser', 'docs-team'])
    assert.equal(verdict(`https://github.com/${login}`), `https://github.com/${login}`);
  for (const login of `- -jane jane- a--b jane_acme jane.doe ${'x'.repeat(40)} jane%20doe zoë @jane ~jane jane.png
    jane.keys jane.gpg jane.atom jane.private.atom jane.git renovate%5Bbot%5D renovate[bot] j%E2%84%AA jane, %00`.split(
    /\s+/,
  ))
    assert.equal(verdict(`https://github.com/${login}`), 'invalid_handle', login);
  assert.equal(verdict('https://github.com/jane%'), 'bad_escape');
  assert.equal(verdict('https://github.com/jane%2564'), 'bad_escape');
});

test('GitHub’s own pages are reserved, as whole segments and in any case', () => {
  for (const path of `about Pricing login join settings/profile orgs/example/people users/jane-doe sponsors/jane-doe
    topics/node search?q=jane marketplace/actions apps/renovate notifications new 404 codespaces copilot features/actions
    collections enterprise enterprises/example stars/jane-doe undefined dashboard-feed`.split(/\s+/))
    assert.equal(verdict(`https://github.com/${path}`), 'reserved_path', path);
  for (const login of ['about-jane', 'loginjane', 'pricing2'])
    assert.equal(verdict(`https://github.com/${login}`), `https://github.com/${login}`);
});

test('an account’s page below a reserved word suggests the account, an organization’s does not', () => {
  assert.equal(suggestion('https://github.com/sponsors/Jane-Doe'), 'https://github.com/jane-doe');
  assert.equal(suggestion('https://github.com/users/jane-doe/projects/1'), 'https://github.com/jane-doe');
  assert.equal(suggestion('https://github.com/orgs/example/people'), null);
  assert.equal(suggestion('https://github.com/orgs/example/people/Jane-Doe'), 'https://github.com/jane-doe');
  for (const file of [
    'jane-doe.keys',
    'jane-doe.gpg',
    'Jane-Doe.png',
    'jane-doe.atom',
    'jane-doe.private.atom',
  ])
    assert.equal(suggestion(`https://github.com/${file}`), 'https://github.com/jane-doe', file);
  assert.equal(suggestion('https://github.com/login.png'), null);
  assert.equal(suggestion('https://github.com/sponsors'), null);
  assert.equal(suggestion('https://github.com/sponsors/explore'), null);
});

test('a repository is refused and suggests its owner', () => {
  for (const path of [
    'Jane-Doe/dotfiles',
    'jane-doe/dotfiles.git',
    'jane-doe/x/issues/1',
    'jane-doe/x/blob/main/a%zz',
  ]) {
    assert.equal(verdict(`https://github.com/${path}`), 'repository', path);
    assert.equal(suggestion(`https://github.com/${path}`), 'https://github.com/jane-doe', path);
  }
  assert.equal(verdict('https://github.com/jane_acme/dotfiles'), 'repository');
  assert.equal(suggestion('https://github.com/jane_acme/dotfiles'), null);
});

test('a gist is refused, by its id or below its author', () => {
  const id = '0ea3c2845718a0a0f0beb579ff14f064';
  for (const path of [
    id,
    id.slice(0, 20),
    `${id}.js`,
    `jane-doe/${id}`,
    `jane-doe/${id}/raw/x`,
    'jane-doe/starred',
    '2657075',
  ])
    assert.equal(verdict(`https://gist.github.com/${path}`), 'gist', path);
  assert.equal(suggestion(`https://gist.github.com/Jane-Doe/${id}`), 'https://github.com/jane-doe');
  assert.equal(suggestion(`https://gist.github.com/${id}`), null);
  assert.equal(verdict('https://gist.github.com/'), 'missing_handle');
  assert.equal(verdict('https://gist.github.com/discover'), 'reserved_path');
  assert.equal(verdict('https://gist.github.com/feedbeef'), 'https://github.com/feedbeef');
});

test('GitHub’s root is not a profile, and its other hosts have no profiles', () => {
  for (const link of [
    'https://github.com',
    'github.com/',
    'https://github.com/?tab=stars',
    'https://github.com/#jane',
  ])
    assert.equal(verdict(link), 'missing_handle', link);
  for (const host of `api.github.com docs.github.com raw.githubusercontent.com jane-doe.github.io github.example.com
    github.com.evil.example evilgithub.com m.github.com acme.ghe.com githüb.com`.split(/\s+/))
    assert.equal(verdict(`https://${host}/jane-doe`), 'unsupported_host', host);
});
