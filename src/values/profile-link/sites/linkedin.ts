import { words } from '../../words.ts';
import { decodeSegment, routeWord } from '../segments.ts';
import { found, type Reading, refuse } from '../shapes.ts';

// Slugs may contain emoji with skin tones, flags, stars, curly quotes and zero-width marks, and LinkedIn needs them to open the
// profile. They never contain dots, colons, at signs or spaces.
const SLUG =
  /^[\u00ad\u200b-\u200f\u2018\u2019\u201c\u201d\u2060\ufeff\p{L}\p{M}\p{N}\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}_-]+$/u;
const ONLY_INVISIBLE = /^[\u00ad\u200b-\u200f\u2060\ufeff]+$/;
// After a pasted link, such a quote belongs to the sentence. Inside a slug, or escaped, it belongs to the slug.
const CLOSING_QUOTE = /[\u2019\u201d]$/;
const PLAIN_SLUG = /^[a-z0-9_-]+$/;
// Member ids: 39 characters, case-sensitive.
const MEMBER_ID = /^AC[ow]AA[A-Za-z0-9_-]{34}$/;
const PUB_PART = /^[0-9a-z]{1,4}$/;
/** LinkedIn allows 100 characters. Twice that leaves room for emoji and keeps a canonical URL under 2 kB. */
const SLUG_LENGTH_MAX = 200;

const COMPANY_ROUTES = words('company company-beta companies organization organization-guest showcase');
const SCHOOL_ROUTES = words('school edu');
const SIGN_IN_ROUTES = words('authwall login uas checkpoint signup');
const LEAD_ROUTES = words('lead people profile');

/** LinkedIn's rules: `/in/slug` and the old `/pub/name/1/2/3`, with or without the mobile and mail wrappers. */
export function readLinkedIn(segments: readonly string[], query: string): Reading {
  if (segments.length === 0) return refuse('missing_handle');
  const route = afterWrapper(segments);
  const first = routeWord(route[0]);
  if (first === 'in') return readSlug(route[1]);
  if (first === 'pub') return readPub(route);
  return refusalOf(first, route, query);
}

/** `linkedin.cn` has closed. The same slug on linkedin.com may be the person, but the caller has to decide. */
export function readLinkedInChina(segments: readonly string[], query: string): Reading {
  const isCareerApp = routeWord(segments[0]) === 'incareer';
  const reading = readLinkedIn(isCareerApp ? segments.slice(1) : segments, query);
  return refuse('unsupported_host', reading.found ? reading.path : undefined);
}

export const readLinkedInShortLink = (): Reading => refuse('short_link');

function afterWrapper(segments: readonly string[]): readonly string[] {
  const first = routeWord(segments[0]);
  if (first === 'm' || first === 'comm') return segments.slice(1);
  if (first !== 'mwlite') return segments;
  return segments.slice(routeWord(segments[1]) === 'profile' ? 2 : 1);
}

function readSlug(segment: string | undefined): Reading {
  if (segment === undefined) return refuse('missing_handle');
  const text = decodeSegment(segment);
  if (text === null) return refuse('bad_escape');
  if (CLOSING_QUOTE.test(segment)) return refuse('invalid_handle');
  if (MEMBER_ID.test(text)) return found(text, `in/${text}`);

  const slug = foldSlug(text);
  if (slug === null) return refuse('invalid_handle');
  if (slug === 'me') return refuse('self_alias');
  return found(slug, `in/${encodeURIComponent(slug)}`);
}

// The three numbers are part of the name: `/in/` with the same name may be another person.
function readPub(route: readonly string[]): Reading {
  if (route.length === 1) return refuse('missing_handle');
  if (routeWord(route[1]) === 'dir') return refuse('not_a_profile');
  const text = decodeSegment(route[1]!);
  if (text === null) return refuse('bad_escape');

  const name = foldSlug(text);
  const parts = route.slice(2, 5).map(routeWord);
  if (name === null || parts.length < 3 || !parts.every((part) => PUB_PART.test(part)))
    return refuse('invalid_handle');
  const tail = parts.join('/');
  return found(`pub/${name}/${tail}`, `pub/${encodeURIComponent(name)}/${tail}`);
}

function foldSlug(text: string): string | null {
  if (text.length <= SLUG_LENGTH_MAX && PLAIN_SLUG.test(text)) return text;
  const slug = text.normalize('NFC').toLowerCase().normalize('NFC');
  if (slug.length > SLUG_LENGTH_MAX || !SLUG.test(slug) || ONLY_INVISIBLE.test(slug)) return null;
  // A look-alike that folds into ASCII letters, such as the Kelvin sign, is not the person with the ASCII name.
  return PLAIN_SLUG.test(slug) && !/^[A-Za-z0-9_-]+$/.test(text) ? null : slug;
}

function refusalOf(first: string, route: readonly string[], query: string): Reading {
  const hasMore = route.length > 1;
  if (hasMore && COMPANY_ROUTES.has(first)) return refuse('company_page');
  if (hasMore && SCHOOL_ROUTES.has(first)) return refuse('school_page');
  if (SIGN_IN_ROUTES.has(first)) return readSignIn(first, query);
  if (first === 'me' && !hasMore) return refuse('self_alias');
  if (first === 'sales' && routeWord(route[1]) === 'company') return refuse('company_page');
  return refuse(isOpaqueMember(first, route, query) ? 'opaque_member_link' : 'not_a_profile');
}

function readSignIn(first: string, query: string): Reading {
  const params = new URLSearchParams(query);
  const target = params.get('sessionRedirect') ?? params.get('session_redirect');
  if (target === null) return refuse(first === 'authwall' ? 'login_redirect' : 'not_a_profile');
  const redirectTo = /^\/(?!\/)/.test(target) ? `https://www.linkedin.com${target}` : target;
  return { found: false, reason: 'login_redirect', redirectTo };
}

// Links of Sales Navigator, Recruiter and the oldest profiles contain an id that only the signed-in member can open.
function isOpaqueMember(first: string, route: readonly string[], query: string): boolean {
  const second = routeWord(route[1]);
  if (first === 'sales') return LEAD_ROUTES.has(second) && route.length > 2;
  if (first === 'profile') return second === 'view' && new URLSearchParams(query).has('id');
  if (first !== 'talent' && first !== 'recruiter') return false;
  return route.slice(1, -1).some((segment) => LEAD_ROUTES.has(routeWord(segment)));
}
