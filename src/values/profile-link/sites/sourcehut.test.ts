import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProfileLink } from '../index.ts';

const verdict = (link: string): string => {
  const parsed = parseProfileLink(link);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};

test('all of SourceHut’s tools lead to the same account', () => {
  for (const link of `https://sr.ht/~jane_doe https://git.sr.ht/~jane_doe/ hg.sr.ht/~jane_doe todo.sr.ht/~jane_doe
    https://lists.sr.ht/~jane_doe https://paste.sr.ht/~jane_doe https://builds.sr.ht/~jane_doe http://meta.sr.ht/~jane_doe
    https://man.sr.ht/~jane_doe https://sr.ht/%7Ejane_doe https://sr.ht/~Jane_Doe?page=2`.split(/\s+/))
    assert.equal(verdict(link), 'https://sr.ht/~jane_doe', link);
  const parsed = parseProfileLink('https://sr.ht/~jane_doe');
  assert.equal(parsed.ok && parsed.profile.handle, 'jane_doe');
});

test('a SourceHut page that is not an account is refused with a specific reason', () => {
  const table: Record<string, string> = {
    'https://sr.ht/jane': 'invalid_handle',
    'https://sr.ht/projects': 'invalid_handle',
    'https://sr.ht/~1jane': 'invalid_handle',
    'https://sr.ht/~jane.doe': 'invalid_handle',
    [`https://sr.ht/~${'j'.repeat(31)}`]: 'invalid_handle',
    'https://sr.ht/': 'missing_handle',
    'https://sr.ht/~': 'missing_handle',
    'https://git.sr.ht/~jane/dotfiles': 'repository',
    'https://todo.sr.ht/~jane/tracker/1': 'repository',
    'https://sr.ht/~jane%': 'bad_escape',
    'https://jane.srht.site/': 'unsupported_host',
    'https://evil.sr.ht/~jane': 'unsupported_host',
  };
  for (const [link, reason] of Object.entries(table)) assert.equal(verdict(link), reason, link);
  const repository = parseProfileLink('https://hg.sr.ht/~jane/dotfiles');
  assert.equal(!repository.ok && repository.suggestion, 'https://sr.ht/~jane');
});
