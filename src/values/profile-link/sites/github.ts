import { words } from '../../words.ts';
import { decodeSegment, lowerAscii, routeWord } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';

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

/**
 * First path segments that GitHub keeps for itself, gathered from its pages and from names it refuses to register.
 * As of 2026-09. Not listed: `access`, `community` and `docs`, which are accounts now.
 */
const GITHUB_RESERVED: ReadonlySet<string> = words(`
300 302 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425
426 427 428 429 430 431 500 501 502 503 504 505 506 507 508 509 510 511 693 694 695 900
about accelerator account admin advisories anonymous any api apps attributes auth
billing blob blog bounty branches business businesses
c cache case-studies categories central certification changelog chat cla cloud codereview codespaces collection
collections comments commit commits companies compare contact contributing cookbook copilot coupons customer
customer-stories customers
dashboard dashboard-feed dashboards design develop developer diff discover discussions downloads downtime
editor editors edu enterprise enterprises events explore
featured features files fixtures forked
garage ghost gist gists git-guides github-copilot graphs guide guides
help help-wanted home hooks hosting hovercards
identity images inbox individual info integration integrations interfaces introduction invalid-email-address
investors issues
jobs join journal journals
lab labs languages launch layouts learn legal library linux listings lists login logos logout
mac maintenance malware man marketplace mcp mention mentioned mentioning mentions migrating milestones mine mirrors
mobile models
navigation network new news newsletter newsroom none nonprofit nonprofits notices notifications
oauth offer open-source organisations organizations orgs
pages partners payments personal plans plugins popular popularity posts premium-support press pricing professional
projects pulls
raw readme recommendations redeem releases render reply repositories resources restore revert
save-net-neutrality saved scraping search security services sessions settings shareholders shop showcases signin
signup site site-map site-policy sitemap social-impact solutions spam spark sponsors ssh staff starred stars static
status statuses storage store stories styleguide subscriptions suggest suggestion suggestions support suspended
talks teach teacher teachers teaching team teams ten terms timeline topic topics tos tour train training translations
tree trending trust-center
undefined updates user-attachments username users
visualization
w watching why-github wiki windows works-with www0 www1 www2 www3 www4 www5 www6 www7 www8 www9
`);
