import { words } from '../../words.ts';
import { decodeSegment, lowerAscii, routeWord } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';

// Letters and digits with single `_`, `-` or `.` between them (docs.gitlab.com, "Reserved project and group names").
const NAMESPACE = /^[a-z\d]+(?:[_.-][a-z\d]+)*$/;
// `.git` and `.atom` are forbidden endings. `.keys` and `.gpg` are files of the account before them.
const FILE_SUFFIX = /\.(?:git|atom|keys|gpg)$/;
const NAMESPACE_LENGTH_MAX = 255;

/** `gitlab.com/<namespace>`, and self-managed hosts. A group looks like a person; only the API tells them apart. */
export function readGitLab(segments: readonly string[]): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const text = decodeSegment(segments[0]!);
  if (text === null) return refuse('bad_escape');

  const namespace = lowerAscii(text);
  if (GITLAB_RESERVED.has(namespace)) return refuse('reserved_path', accountBehind(namespace, segments[1]));
  if (segments.length > 1)
    return refuse(routeWord(segments[1]) === '-' ? 'not_a_profile' : 'repository', namespaceIn(text));
  return isNamespace(namespace) ? found(namespace, namespace) : refuse('invalid_handle');
}

// GitLab itself redirects `/u/jane` and `/users/jane` to `/jane`.
function accountBehind(route: string, segment: string | undefined): string | undefined {
  if ((route !== 'u' && route !== 'users') || segment === undefined) return undefined;
  return namespaceIn(decodeSegment(segment) ?? '');
}

function namespaceIn(text: string): string | undefined {
  const namespace = lowerAscii(text);
  return isNamespace(namespace) && !GITLAB_RESERVED.has(namespace) ? namespace : undefined;
}

const isNamespace = (text: string): boolean =>
  text.length <= NAMESPACE_LENGTH_MAX && NAMESPACE.test(text) && !FILE_SUFFIX.test(text);

/**
 * GitLab's top-level routes, which no user or group may take, from its present and former releases: self-managed
 * hosts run both. As of 2026-09 (GitLab, `TOP_LEVEL_ROUTES`).
 */
const GITLAB_RESERVED: ReadonlySet<string> = words(`
- .well-known 404.html 422.html 500.html 502.html 503.html
abuse_reports admin api apple-touch-icon-precomposed.png apple-touch-icon.png assets autocomplete
ci dashboard deploy.html explore favicon.ico favicon.png files groups
header_logo_dark.png header_logo_light.png health_check help import invites jwt koding login
notification_settings oauth profile projects public robots.txt
s search sent_notifications sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets
u unsubscribes uploads users v2
`);
