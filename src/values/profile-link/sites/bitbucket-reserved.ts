import { words } from '../segments.ts';

/** First path segments that Bitbucket Cloud keeps for its own pages, seen in its links. As of 2026-09. */
export const BITBUCKET_RESERVED: ReadonlySet<string> = words(`
!api - account admin api apps blog branding dashboard explore favicon.ico features gateway help integrations
login logout marketplace plans pricing product repo robots.txt search settings signup site snippets socialauth
status support team teams workspace workspaces xhr
`);
