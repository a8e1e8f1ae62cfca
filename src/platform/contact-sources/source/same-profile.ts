import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';
import { textOf } from './read-json.ts';

/** The profile's own host, so that links to an operator's GitLab or Forgejo are recognized too. */
const extraHostOf = ({ network, host }: ProfileLink): ExtraHost => ({
  host,
  software: network === 'gitlab' ? 'gitlab' : 'forgejo',
});

/** The canonical profile link in a text, if it leads to a known network or to the host of `near`. */
export function profileUrlOf(url: unknown, near: ProfileLink): string | null {
  const text = textOf(url, 2000);
  if (text === null) return null;
  const parsed = parseProfileLink(text, [extraHostOf(near)]);
  return parsed.ok ? parsed.profile.url : null;
}

/** Whether a text names exactly the requested profile, in any spelling. */
export const isSameProfile = (url: unknown, profile: ProfileLink): boolean =>
  profileUrlOf(url, profile) === profile.url;

/** All of LinkedIn's host names, including those without profiles. */
export const isLinkedIn = (host: string): boolean =>
  /(?:^|\.)(?:linkedin\.(?:com|cn)|lnkd\.in)\.?$/i.test(host);
