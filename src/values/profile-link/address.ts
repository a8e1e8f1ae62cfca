import type { RefusalReason } from './shapes.ts';

export type Address = {
  scheme: 'http' | 'https';
  hasUserinfo: boolean;
  /** Lower case, without a trailing dot. */
  host: string;
  /** As written. Empty if there is none. */
  port: string;
  path: string;
  query: string;
};

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const PORT_AFTER_HOST = /^\d*(?:[/?#]|$)/;
const LONE_HANDLE = /^[@~]?[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_\-%]+$/u;
// Characters that a host may not contain (WHATWG URL §3.1, except those that end the authority).
const FORBIDDEN_IN_HOST = /[\s<>[\]^|\\]/;
const IPV6 = /^\[[0-9a-f:.]+\]$/i;

/** Splits a text into its parts without repairing anything, or says why it is not an http link. */
export function splitAddress(text: string): Address | RefusalReason {
  if (text.startsWith('https://')) return splitAfterSlashes(text, 8, 'https');
  if (text.startsWith('//')) return splitAfterSlashes(text, 2, 'https');

  const scheme = SCHEME.exec(text)?.[1];
  if (scheme === undefined) return splitWithoutScheme(text);
  const isHostWithPort =
    (scheme.includes('.') || /^localhost$/i.test(scheme)) &&
    PORT_AFTER_HOST.test(text.slice(scheme.length + 1));
  if (isHostWithPort) return splitAfterSlashes(text, 0, 'https');

  const name = scheme.toLowerCase();
  if (name !== 'http' && name !== 'https') return 'unsupported_scheme';
  if (!text.startsWith('//', name.length + 1)) return 'not_a_url';
  return splitAfterSlashes(text, name.length + 3, name);
}

// A dot tells a host from a handle. `someone@host` without a scheme is an email address or `git@…`.
function splitWithoutScheme(text: string): Address | RefusalReason {
  const beforeQuery = text.slice(0, pathEnd(text));
  const slash = beforeQuery.indexOf('/');
  const head = slash < 0 ? beforeQuery : beforeQuery.slice(0, slash);
  if (head.includes('.') && !head.includes('@')) return splitAfterSlashes(text, 0, 'https');

  if (/^\/?(?:in|pub)\/./i.test(beforeQuery)) return 'bare_handle';
  return slash < 0 && LONE_HANDLE.test(head) ? 'bare_handle' : 'not_a_url';
}

function splitAfterSlashes(text: string, start: number, scheme: 'http' | 'https'): Address {
  const end = pathEnd(text);
  const slash = text.indexOf('/', start);
  const authorityEnd = slash < 0 || slash > end ? end : slash;
  const fragment = text.indexOf('#', end);
  const authority = text.slice(start, authorityEnd);

  const at = authority.lastIndexOf('@');
  const hostAndPort = at < 0 ? authority : authority.slice(at + 1);
  const colon = hostAndPort.indexOf(':', hostAndPort.indexOf(']') + 1);
  const host = (colon < 0 ? hostAndPort : hostAndPort.slice(0, colon)).toLowerCase();
  return {
    scheme,
    hasUserinfo: at >= 0,
    host: host.endsWith('.') ? host.slice(0, -1) : host,
    port: colon < 0 ? '' : hostAndPort.slice(colon + 1),
    path: text.slice(authorityEnd, end),
    query: text.charAt(end) === '?' ? text.slice(end + 1, fragment < 0 ? text.length : fragment) : '',
  };
}

/** The first fault of an address, in reporting order. `isKnown` says whether we know a site on its host. */
export function faultOfAddress(address: Address, isKnown: boolean): RefusalReason | null {
  const { host, port } = address;
  const isPort = port === '' || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535);
  if (!isPort || (!isKnown && !isHostName(host))) return 'not_a_url';
  if (address.hasUserinfo) return 'userinfo';
  if (!isKnown) return 'unsupported_host';
  if (port !== '' && Number(port) !== (address.scheme === 'https' ? 443 : 80)) return 'bad_port';
  return null;
}

function isHostName(host: string): boolean {
  if (IPV6.test(host)) return true;
  return !FORBIDDEN_IN_HOST.test(host) && host.split('.').every((label) => label !== '');
}

/** Maximum length of a link in UTF-16 code units. The longest canonical form is shorter. */
export const LINK_LENGTH_MAX = 2048;

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '<': '>',
  '“': '”',
  '‘': '’',
  '«': '»',
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Removes surrounding white space and one pair of quotes or angle brackets (RFC 3986 appendix C). */
export function unwrapPaste(raw: string): string {
  const text = raw.trim();
  const closing = PAIRS[text.charAt(0)];
  if (closing === undefined || text.length < 2 || !text.endsWith(closing)) return text;
  return text.slice(1, -1).trim();
}

/**
 * Faults that a URL parser would repair silently: parsers delete tabs and newlines, turn `\` into `/`, and resolve
 * `/in/alice/../bob` to another person.
 */
export function faultOfText(text: string): RefusalReason | null {
  if (text === '') return 'empty';
  if (text.length > LINK_LENGTH_MAX) return 'too_long';
  if (CONTROL.test(text)) return 'control_char';

  const beforeQuery = text.slice(0, pathEnd(text));
  if (beforeQuery.includes('\\')) return 'backslash';
  if (DOT_SEGMENT.test(beforeQuery)) return 'dot_segment';
  return null;
}

/** The index of the query or fragment, or the length of the text. */
function pathEnd(text: string): number {
  const query = text.indexOf('?');
  const fragment = text.indexOf('#');
  if (query < 0) return fragment < 0 ? text.length : fragment;
  return fragment < 0 ? query : Math.min(query, fragment);
}

const TRAILING_PUNCTUATION = new Set('.,;:!\'")]}>”’»');

/** Removes the punctuation of the sentence the link was copied from. */
export function withoutTrailingPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && TRAILING_PUNCTUATION.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
