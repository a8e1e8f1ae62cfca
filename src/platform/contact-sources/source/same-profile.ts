import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';
import { textOf } from './read-json.ts';

/** The profile's own host, so that links to an operator's GitLab or Forgejo are understood too. */
const extraHostOf = ({ network, host }: ProfileLink): ExtraHost => ({
  host,
  software: network === 'gitlab' ? 'gitlab' : 'forgejo',
});

/** The canonical link behind any text, when it leads to a profile on a network that is known or on `near`'s host. */
export function profileUrlOf(url: unknown, near: ProfileLink): string | null {
  const text = textOf(url, 2000);
  if (text === null) return null;
  const parsed = parseProfileLink(text, [extraHostOf(near)]);
  return parsed.ok ? parsed.profile.url : null;
}

/** Whether a vendor's text names exactly the profile that was asked for, in any of its spellings. */
export const isSameProfile = (url: unknown, profile: ProfileLink): boolean =>
  profileUrlOf(url, profile) === profile.url;

/** Every name that LinkedIn answers on, also those that show no profiles. */
export const isLinkedIn = (host: string): boolean =>
  /(?:^|\.)(?:linkedin\.(?:com|cn)|lnkd\.in)\.?$/i.test(host);
