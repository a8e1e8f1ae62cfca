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
export type RefusalReason = keyof typeof SENTENCES;

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

export const SENTENCES = {
  empty: 'The link is empty: send the link to a person’s profile.',
  too_long:
    'The link is longer than 2,048 characters: send the plain profile link without tracking parameters.',
  control_char: 'The link contains a line break, a tab or another control character: remove it.',
  backslash: 'The link contains a backslash: write it with forward slashes.',
  dot_segment: 'The link contains a “.” or “..” step in its path: send the final address of the profile.',
  not_a_url: 'This is not a link: send the full address of the profile, starting with https://.',
  bare_handle:
    'This is a handle without a site: send the full link, such as https://github.com/ and the handle.',
  unsupported_scheme: 'Only http and https links are read: send the address of the profile page.',
  userinfo:
    'The link contains a user name or password in front of the host: remove everything up to the “@”.',
  unsupported_host:
    'Profiles on this site are not supported: send a LinkedIn, GitHub, GitLab, Bitbucket, Codeberg or SourceHut link.',
  bad_port: 'The link names a port the site does not use: remove the colon and the number after the host.',
  bad_escape:
    'The link contains broken or doubled percent-encoding: copy it again from the browser’s address bar.',
  missing_handle: 'The link does not name a person: add the handle after the site’s address.',
  invalid_handle:
    'The handle contains characters, or has a form, that this site does not allow: check the spelling.',
  reserved_path:
    'This address belongs to the site itself and is no one’s profile: send a person’s profile link.',
  not_a_profile: 'This page is not a person’s profile: open the profile and send its link.',
  repository: 'This is a repository or a page in one, not a profile: send the link of its owner.',
  gist: 'This is a gist, not a profile: send the link of its author.',
  company_page: 'This is a company’s page, not a person’s: send a link that contains /in/.',
  school_page: 'This is a school’s page, not a person’s: send a link that contains /in/.',
  short_link:
    'This is a short link, and short links are not followed: open it and send the address it leads to.',
  login_redirect: 'This is a sign-in page in front of another one: send the link of the profile behind it.',
  self_alias: 'This link shows the person who is signed in: send the profile’s own link.',
  opaque_member_link:
    'This link only works inside Sales Navigator, Recruiter or a member’s own session: send the public profile link.',
} as const;

/** One sentence for the API error's `detail`: what is wrong and what to do. */
export const reasonSentence = (reason: RefusalReason): string => SENTENCES[reason];
