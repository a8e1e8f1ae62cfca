import { type ExtraHost, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { accepted, type Normalised, refused, trimmed } from '../normalised.ts';
import { asciiHostName, isLocalHostName } from './host-name.ts';
import { accountAt } from './networks.ts';
import type { LinkContact } from './shapes.ts';

/** The network is from `parseProfileLink`, from `networks.ts`, or `website`. Links are stored and merged by their canonical URL. */
export type Link = Omit<LinkContact, 'sources'>;

/** In UTF-16 code units. Applies to the input and to the canonical form. */
export const linkLengthMax = 2000;

/**
 * Normalizes a link: the canonical page of an account on a known network, else a web page. The scheme may be missing. Only http
 * and https, no user name, public hosts only. On a site whose profiles we know, other pages than profiles are refused, except
 * repositories and gists, which belong to the person. Reasons: those of `parseProfileLink`, and `not_public_host`.
 */
export function normaliseLink(raw: string, extraHosts: readonly ExtraHost[] = []): Normalised<Link> {
  const text = trimmed(raw);
  if (text.length > linkLengthMax) return tooLong;

  const parsed = parseProfileLink(text, extraHosts);
  if (parsed.ok) {
    const { network, handle, url } = parsed.profile;
    return url.length > linkLengthMax ? tooLong : accepted({ network, handle, url });
  }
  const isOtherPage =
    parsed.network === null
      ? parsed.reason === 'unsupported_host'
      : parsed.reason === 'repository' || parsed.reason === 'gist';
  if (!isOtherPage) return refused(parsed.reason, reasonSentence(parsed.reason));

  const page = pageOf(text);
  if (page === null) return refused('not_a_url', reasonSentence('not_a_url'));
  const host = asciiHostName(page.hostname);
  if (host === null || isLocalHostName(host)) {
    return refused(
      'not_public_host',
      'The link leads to an address or a name that is not on the public Internet.',
    );
  }
  const link = accountAt(page) ?? { network: 'website', handle: null, url: page.href };
  return link.url.length > linkLengthMax ? tooLong : accepted(link);
}

const tooLong = refused(
  'too_long',
  `A link may have at most ${linkLengthMax.toLocaleString('en')} characters.`,
);

/** The page behind a valid link, without fragment, trackers and the trailing dot of its host. */
function pageOf(text: string): URL | null {
  if (/\s/.test(text)) return null;
  const page = URL.parse(/^https?:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  if (page === null || page.username !== '' || page.password !== '') return null;
  // Each change parses the whole address again, and only `href` shows whether an empty part was written.
  if (page.hostname.endsWith('.')) page.hostname = page.hostname.replace(/\.$/, '');
  if (page.href.includes('#')) page.hash = '';
  if (page.href.includes('?')) page.search = withoutTrackers(page.search);
  return page;
}

// Parameters that mail and social sites add to track clicks. They don't change the page.
const tracker = /^(?:utm_\w+|fbclid|gclid|igsh|igshid|mc_cid|mc_eid)(?:=|$)/i;

function withoutTrackers(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !tracker.test(parameter));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
