import { lowerAscii } from '../../normalised.ts';
import { words } from '../../words.ts';
import { decodeSegment, routeWord } from '../segments.ts';
import { found, type PathReader, type Reading, type RefusalReason, refuse } from '../shapes.ts';

/** How a code host writes its accounts, which are the first segment of a path. */
interface CodeHost {
  /** First segments that the site keeps for itself. */
  reserved: ReadonlySet<string>;
  isAccount(name: string): boolean;
  /** The segment that names an account in a link to one of the site's own pages. */
  behindPage?(route: string, segments: readonly string[]): string | undefined;
  /** The account that a file is of. */
  behindFile?(name: string): string | undefined;
  /** Why a page below an account is no profile. Null if it is one. */
  refusalBelow?(segments: readonly string[]): RefusalReason | null;
  pathOf?(name: string): string;
}

function readerOf(host: CodeHost): PathReader {
  const { reserved, isAccount, refusalBelow = () => 'repository', pathOf = (name) => name } = host;
  const pathIn = (segment: string | undefined): string | undefined => {
    const name = segment === undefined ? '' : lowerAscii(decodeSegment(segment) ?? '');
    return isAccount(name) && !reserved.has(name) ? pathOf(name) : undefined;
  };
  return (segments) => {
    const [first] = segments;
    if (first === undefined) return refuse('missing_handle');
    const text = decodeSegment(first);
    if (text === null) return refuse('bad_escape');

    const name = lowerAscii(text);
    if (reserved.has(name)) return refuse('reserved_path', pathIn(host.behindPage?.(name, segments)));
    const refusal = segments.length > 1 ? refusalBelow(segments) : null;
    if (refusal !== null) return refuse(refusal, pathIn(first));
    return isAccount(name)
      ? found(name, pathOf(name))
      : refuse('invalid_handle', pathIn(host.behindFile?.(name)));
  };
}

/** GitLab and Forgejo put their own pages about an account below `-`. */
const behindDash = (segments: readonly string[]): RefusalReason =>
  routeWord(segments[1]) === '-' ? 'not_a_profile' : 'repository';

// At most 39 letters and digits with single hyphens between them. Managed users (`jane_acme`) and older logins (`jane--`,
// `a--b`) are refused, because they look like typos.
const githubLogin = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/;
/** Account pages below a reserved word: `github.com/sponsors/jane-doe`. */
const githubAccountRoutes = words('users sponsors stars');

/** `github.com/<login>`: one segment that isn't one of GitHub's own pages. */
export const readGitHub = readerOf({
  // Gathered from its pages and from names it refuses to register. As of 2026-09. Not listed: `access`, `community` and `docs`,
  // which are accounts now.
  reserved: words(`
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
  `),
  isAccount: (login) => githubLogin.test(login),
  behindPage(route, segments) {
    if (githubAccountRoutes.has(route)) return segments[1];
    return route === 'orgs' && routeWord(segments[2]) === 'people' ? segments[3] : undefined;
  },
  // Served for an account: `github.com/jane-doe.keys`.
  behindFile: (name) => /^(.+?)(?:\.private)?\.(?:keys|gpg|png|atom)$/.exec(name)?.[1],
});

const gistId = /^(?:[\da-f]{20}|[\da-f]{32}|\d+)(?:\.[a-z]+)?$/;

/** `gist.github.com/<login>` is the same account. An id, or anything below the login, is a gist. */
export function readGist(segments: readonly string[]): Reading {
  if (gistId.test(routeWord(segments[0]))) return refuse('gist');
  const reading = readGitHub(segments, '');
  if (reading.found || reading.reason !== 'repository') return reading;
  return refuse('gist', reading.suggestedPath);
}

// Letters and digits with single `_`, `-` or `.` between them (docs.gitlab.com, "Reserved project and group names"; Forgejo, Gitea).
const plainName = /^[a-z\d]+(?:[_.-][a-z\d]+)*$/;

/** `gitlab.com/<namespace>`, and self-managed hosts. A group looks like a person; only the API tells them apart. */
export const readGitLab = readerOf({
  // Top-level routes of its present and former releases, since self-managed hosts run both. As of 2026-09 (GitLab, `TOP_LEVEL_ROUTES`).
  reserved: words(`
- .well-known 404.html 422.html 500.html 502.html 503.html
abuse_reports admin api apple-touch-icon-precomposed.png apple-touch-icon.png assets autocomplete
ci dashboard deploy.html explore favicon.ico favicon.png files groups
header_logo_dark.png header_logo_light.png health_check help import invites jwt koding login
notification_settings oauth profile projects public robots.txt
s search sent_notifications sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets
u unsubscribes uploads users v2
  `),
  // `.git` and `.atom` are forbidden endings. `.keys` and `.gpg` are files of the account before them.
  isAccount: (name) => name.length <= 255 && plainName.test(name) && !/\.(?:git|atom|keys|gpg)$/.test(name),
  // GitLab itself redirects `/u/jane` and `/users/jane` to `/jane`.
  behindPage: (route, segments) => (route === 'u' || route === 'users' ? segments[1] : undefined),
  refusalBelow: behindDash,
});

/** `codeberg.org/<account>`, and every Forgejo or Gitea host that the operator configured. */
export const readForgejo = readerOf({
  // As of 2026-09 (Forgejo and Gitea, `reservedUsernames`).
  reserved: words(`
- .well-known admin api assets attachments avatar avatars captcha commits debug error explore
favicon.ico forgejo-actions ghost gitea-actions issues login manifest.json metrics milestones new notifications
org pulls raw repo repo-avatars report_abuse robots.txt search serviceworker.js sitemap.xml ssh_info
swagger.v1.json user v2
  `),
  // The servers reserve the endings of an account's files.
  isAccount: (name) =>
    name.length <= 40 && plainName.test(name) && !/\.(?:keys|gpg|rss|atom|png)$/.test(name),
  refusalBelow: behindDash,
});

const bitbucketWorkspace = /^[a-z\d_][a-z\d_-]{0,61}$/;
const bitbucketUuid = /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/;
/** Bitbucket redirects `/jane` to `/jane/workspace/overview`, so people copy that. */
const bitbucketPages = words('overview repositories projects pull-requests snippets members settings');

/** `bitbucket.org/<workspace>` or `/{uuid}/`. A workspace belongs to a person or a team. */
export const readBitbucket = readerOf({
  // Seen in its links. As of 2026-09.
  reserved: words(`
!api - account admin api apps blog branding dashboard explore favicon.ico features gateway help integrations
login logout marketplace plans pricing product repo robots.txt search settings signup site snippets socialauth
status support team teams workspace workspaces xhr
  `),
  isAccount: (name) => bitbucketWorkspace.test(name) || bitbucketUuid.test(name),
  refusalBelow: ([, route, page]) =>
    routeWord(route) === 'workspace' && bitbucketPages.has(routeWord(page)) ? null : 'repository',
  pathOf: encodeURIComponent,
});

// meta.sr.ht: at most 30 characters of a-z, 0-9, `_` and `-`, starting with a letter or underscore.
const sourcehutAccount = /^~[a-z_][a-z\d_-]{0,29}$/;

/** `sr.ht/~<account>`. The tools on the subdomains (`git.`, `todo.` …) use the same accounts. */
export function readSourceHut(segments: readonly string[]): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const text = decodeSegment(segments[0]!);
  if (text === null) return refuse('bad_escape');

  const account = lowerAscii(text);
  if (account === '~') return refuse('missing_handle');
  if (!sourcehutAccount.test(account)) return refuse('invalid_handle');
  return segments.length > 1 ? refuse('repository', account) : found(account.slice(1), account);
}
