import { readOrNull, text } from '#core/vendor-json.ts';
import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';

const linkText = text(2000);

/** The profile's own host, so that links to an operator's GitLab or Forgejo are recognized too. */
const extraHostOf = ({ network, host }: ProfileLink): ExtraHost => ({
  host,
  software: network === 'gitlab' ? 'gitlab' : 'forgejo',
});

/** The canonical profile link in a text, if it leads to a known network or to the host of `near`. */
export function profileUrlOf(url: unknown, near: ProfileLink): string | null {
  const link = readOrNull(linkText, url);
  if (link === null) return null;
  const parsed = parseProfileLink(link, [extraHostOf(near)]);
  return parsed.ok ? parsed.profile.url : null;
}

/** Whether a text names exactly the requested profile, in any spelling. */
export const isSameProfile = (url: unknown, profile: ProfileLink): boolean =>
  profileUrlOf(url, profile) === profile.url;

/** All of LinkedIn's host names, including those without profiles. */
export const isLinkedIn = (host: string): boolean =>
  /(?:^|\.)(?:linkedin\.(?:com|cn)|lnkd\.in)\.?$/i.test(host);
