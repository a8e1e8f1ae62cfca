import { words } from '../../words.ts';
import { decodeSegment, lowerAscii, routeWord } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';

// Letters and digits with single `-`, `.` or `_` between them; at most 40 characters (Forgejo, Gitea).
const ACCOUNT = /^[a-z\d]+(?:[_.-][a-z\d]+)*$/;
const ACCOUNT_LENGTH_MAX = 40;
/** Endings of an account's files, which the servers reserve. */
const FILE_SUFFIX = /\.(?:keys|gpg|rss|atom|png)$/;

/** `codeberg.org/<account>`, and every Forgejo or Gitea host that the operator configured. */
export function readForgejo(segments: readonly string[]): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const text = decodeSegment(segments[0]!);
  if (text === null) return refuse('bad_escape');

  const account = lowerAscii(text);
  if (FORGEJO_RESERVED.has(account)) return refuse('reserved_path');
  const isAccount =
    account.length <= ACCOUNT_LENGTH_MAX && ACCOUNT.test(account) && !FILE_SUFFIX.test(account);
  if (segments.length > 1)
    return refuse(
      routeWord(segments[1]) === '-' ? 'not_a_profile' : 'repository',
      isAccount ? account : undefined,
    );
  return isAccount ? found(account, account) : refuse('invalid_handle');
}

/** Account names that Forgejo and Gitea reserve. As of 2026-09 (both projects, `reservedUsernames`). */
const FORGEJO_RESERVED: ReadonlySet<string> = words(`
- .well-known admin api assets attachments avatar avatars captcha commits debug error explore
favicon.ico forgejo-actions ghost gitea-actions issues login manifest.json metrics milestones new notifications
org pulls raw repo repo-avatars report_abuse robots.txt search serviceworker.js sitemap.xml ssh_info
swagger.v1.json user v2
`);
