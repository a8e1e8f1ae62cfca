import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProfileLink } from '../index.ts';

const verdict = (link: string): string => {
  const parsed = parseProfileLink(link);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};

test('a workspace is read by name, with or without the page Bitbucket redirects to', () => {
  for (const link of `https://bitbucket.org/jane_doe/ http://www.bitbucket.org/Jane_Doe bitbucket.org/jane_doe?x
    https://bitbucket.org/jane_doe/workspace/overview/ https://bitbucket.org/jane_doe/workspace/repositories/`.split(
    /\s+/,
  ))
    assert.equal(verdict(link), 'https://bitbucket.org/jane_doe', link);
});

test('a workspace id is read in any case, with raw or encoded braces', () => {
  const canonical = 'https://bitbucket.org/%7B0f1e2d3c-4b5a-4968-8776-655443322110%7D';
  for (const link of [
    'https://bitbucket.org/{0f1e2d3c-4b5a-4968-8776-655443322110}/',
    'https://bitbucket.org/%7b0F1E2D3C-4B5A-4968-8776-655443322110%7d',
    canonical,
  ])
    assert.equal(verdict(link), canonical, link);
  const parsed = parseProfileLink(canonical);
  assert.equal(parsed.ok && parsed.profile.handle, '{0f1e2d3c-4b5a-4968-8776-655443322110}');
});

test('a Bitbucket page that is not a workspace is refused with a specific reason', () => {
  const table: Record<string, string> = {
    invalid_handle: `/jane.doe /-jane /zoë /{jane} /jane%20doe /{0f1e2d3c-4b5a-4968-8776} /${'j'.repeat(63)}`,
    reserved_path:
      '/account/signin/ /dashboard/overview /repo/create /product /snippets/ /!api/2.0/users/jane /site/x',
    repository: '/jane/dotfiles /jane/dotfiles/src/main/ /jane/workspace /jane/workspace/src /jane.doe/x',
    missing_handle: '/ /?x=1',
    bad_escape: '/jane% /%ff',
  };
  for (const [reason, paths] of Object.entries(table))
    for (const path of paths.split(/\s+/))
      assert.equal(verdict(`https://bitbucket.org${path}`), reason, path);
});

test('a repository suggests its workspace', () => {
  const parsed = parseProfileLink('https://bitbucket.org/Jane/dotfiles');
  assert.equal(!parsed.ok && parsed.suggestion, 'https://bitbucket.org/jane');
  const unnamed = parseProfileLink('https://bitbucket.org/jane.doe/dotfiles');
  assert.equal(!unnamed.ok && unnamed.suggestion, null);
});
