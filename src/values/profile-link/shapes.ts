/** The sites whose profiles we know. `codeberg` is codeberg.org; other Forgejo and Gitea hosts are `forgejo`. */
export type Network = 'linkedin' | 'github' | 'gitlab' | 'bitbucket' | 'codeberg' | 'forgejo' | 'sourcehut';

export type ProfileLink = {
  network: Network;
  /** The canonical host in lower case, without a port: `www.linkedin.com`, `github.com`, or an operator's own. */
  host: string;
  /** Decoded and lower-cased: a slug or account name; `pub/name/1/2/3` for LinkedIn's old form, `{uuid}` on Bitbucket. */
  handle: string;
  /** The canonical link: always https, without query, fragment or trailing slash. */
  url: string;
};

/** Published with the API error `invalid_profile_url`. The meaning of a reason never changes. */
export type RefusalReason =
  | 'empty'
  | 'too_long'
  | 'control_char'
  | 'backslash'
  | 'dot_segment'
  | 'not_a_url'
  | 'bare_handle'
  | 'unsupported_scheme'
  | 'userinfo'
  | 'unsupported_host'
  | 'bad_port'
  | 'bad_escape'
  | 'missing_handle'
  | 'invalid_handle'
  | 'reserved_path'
  | 'not_a_profile'
  | 'repository'
  | 'gist'
  | 'company_page'
  | 'school_page'
  | 'short_link'
  | 'login_redirect'
  | 'self_alias'
  | 'opaque_member_link';

export type ParsedLink =
  | { ok: true; profile: ProfileLink }
  | { ok: false; network: Network | null; reason: RefusalReason; suggestion: string | null };

/** A host that the operator added. `host` is the exact name, in punycode, on the default port. */
export type ExtraHost = { host: string; software: 'forgejo' | 'gitea' | 'gitlab' };

/** How a site reads a path: a handle with its canonical path, or why there is none. */
export type Reading =
  | { found: true; handle: string; path: string }
  | { found: false; reason: RefusalReason; suggestedPath?: string; redirectTo?: string };

/** `segments` are the non-empty parts of the path, still percent-encoded. `query` has no question mark. */
export type PathReader = (segments: readonly string[], query: string) => Reading;

export const found = (handle: string, path: string): Reading => ({ found: true, handle, path });

export const refuse = (reason: RefusalReason, suggestedPath?: string): Reading =>
  suggestedPath === undefined ? { found: false, reason } : { found: false, reason, suggestedPath };
