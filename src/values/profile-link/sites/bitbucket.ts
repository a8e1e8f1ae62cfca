import { words } from '../../words.ts';
import { decodeSegment, lowerAscii, routeWord } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';

const WORKSPACE = /^[a-z\d_][a-z\d_-]{0,61}$/;
const UUID = /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/;
/** Bitbucket redirects `/jane` to `/jane/workspace/overview`, so people copy that. */
const WORKSPACE_PAGES = words('overview repositories projects pull-requests snippets members settings');

/** `bitbucket.org/<workspace>` or `/{uuid}/`. A workspace belongs to a person or a team. */
export function readBitbucket(segments: readonly string[]): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const text = decodeSegment(segments[0]!);
  if (text === null) return refuse('bad_escape');

  const workspace = lowerAscii(text);
  if (BITBUCKET_RESERVED.has(workspace)) return refuse('reserved_path');
  const isWorkspace = WORKSPACE.test(workspace) || UUID.test(workspace);
  const path = encodeURIComponent(isWorkspace ? workspace : '');
  if (segments.length > 1 && !isWorkspacePage(segments))
    return refuse('repository', isWorkspace ? path : undefined);
  return isWorkspace ? found(workspace, path) : refuse('invalid_handle');
}

const isWorkspacePage = (segments: readonly string[]): boolean =>
  routeWord(segments[1]) === 'workspace' && WORKSPACE_PAGES.has(routeWord(segments[2]));

/** First path segments that Bitbucket Cloud keeps for its own pages, seen in its links. As of 2026-09. */
const BITBUCKET_RESERVED: ReadonlySet<string> = words(`
!api - account admin api apps blog branding dashboard explore favicon.ico features gateway help integrations
login logout marketplace plans pricing product repo robots.txt search settings signup site snippets socialauth
status support team teams workspace workspaces xhr
`);
