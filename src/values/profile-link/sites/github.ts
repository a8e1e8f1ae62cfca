import { decodeSegment, lowerAscii, routeWord, words } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';
import { GITHUB_RESERVED } from './github-reserved.ts';

// At most 39 letters and digits with single hyphens between them. Managed users (`jane_acme`) and older logins (`jane--`,
// `a--b`) are refused, because nothing tells them from a typo.
const LOGIN = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/;
const GIST_ID = /^(?:[\da-f]{20}|[\da-f]{32}|\d+)(?:\.[a-z]+)?$/;
/** Account pages below a reserved word: `github.com/sponsors/jane-doe`. */
const ACCOUNT_ROUTES = words('users sponsors stars');
/** Files that GitHub serves for an account: `github.com/jane-doe.keys`. */
const ACCOUNT_FILE = /^(.+?)(?:\.private)?\.(?:keys|gpg|png|atom)$/;

/** `github.com/<login>`: one segment that isn't one of GitHub's own pages. */
export function readGitHub(segments: readonly string[]): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const text = decodeSegment(segments[0]!);
  if (text === null) return refuse('bad_escape');

  const login = lowerAscii(text);
  if (GITHUB_RESERVED.has(login)) return refuse('reserved_path', accountBehind(login, segments));
  if (segments.length > 1) return refuse('repository', loginIn(segments[0]));
  return LOGIN.test(login)
    ? found(login, login)
    : refuse('invalid_handle', loginIn(ACCOUNT_FILE.exec(login)?.[1]));
}

function accountBehind(route: string, segments: readonly string[]): string | undefined {
  if (ACCOUNT_ROUTES.has(route)) return loginIn(segments[1]);
  const isMemberPage = route === 'orgs' && routeWord(segments[2]) === 'people';
  return isMemberPage ? loginIn(segments[3]) : undefined;
}

/** `gist.github.com/<login>` is the same account. An id, or anything below the login, is a gist. */
export function readGist(segments: readonly string[]): Reading {
  if (GIST_ID.test(routeWord(segments[0]))) return refuse('gist');
  const reading = readGitHub(segments);
  if (reading.found || reading.reason !== 'repository') return reading;
  return refuse('gist', reading.suggestedPath);
}

function loginIn(segment: string | undefined): string | undefined {
  const login = segment === undefined ? '' : lowerAscii(decodeSegment(segment) ?? '');
  return LOGIN.test(login) && !GITHUB_RESERVED.has(login) ? login : undefined;
}
