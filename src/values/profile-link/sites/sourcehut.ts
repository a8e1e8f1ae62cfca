import { decodeSegment, lowerAscii } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';

// meta.sr.ht: at most 30 characters of a-z, 0-9, `_` and `-`, starting with a letter or underscore.
const ACCOUNT = /^~[a-z_][a-z\d_-]{0,29}$/;

/** `sr.ht/~<account>`. The tools on the subdomains (`git.`, `todo.` …) use the same accounts. */
export function readSourceHut(segments: readonly string[]): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const text = decodeSegment(segments[0]!);
  if (text === null) return refuse('bad_escape');

  const account = lowerAscii(text);
  if (account === '~') return refuse('missing_handle');
  if (!ACCOUNT.test(account)) return refuse('invalid_handle');
  return segments.length > 1 ? refuse('repository', account) : found(account.slice(1), account);
}
