import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';

const profilePrefix = 'optp_';

/** Such a request isn't stored, so its id contains the profile itself. */
export const profileRequestId = (url: string): string =>
  `${profilePrefix}${Buffer.from(url).toString('base64url')}`;

/** Null for the id of any other kind of request. */
export function profileOfRequest(id: string, codeHosts: readonly ExtraHost[]): ProfileLink | null {
  if (!id.startsWith(profilePrefix)) return null;
  const url = Buffer.from(id.slice(profilePrefix.length), 'base64url').toString();
  const link = parseProfileLink(url, codeHosts);
  return link.ok ? link.profile : null;
}
