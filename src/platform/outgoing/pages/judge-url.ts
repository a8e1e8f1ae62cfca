import { getDomain, parse } from 'tldts';
import { publicAddressCheck } from '../addresses/public-address.ts';

/** Why a link may not be followed. */
export type UrlRefusal =
  | 'unparsable'
  | 'too_long'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address_not_public'
  | 'special_name'
  | 'no_public_suffix'
  | 'never_fetched';

export type JudgedUrl = { ok: true; url: URL } | { ok: false; reason: UrlRefusal };

/** Maximum length of a link, in characters. */
const urlLengthMax = 2048;

/**
 * Names that never lead to the public Internet: RFC 6761 and its registry, RFC 8375 (home.arpa), RFC 9476 (alt), and suffixes
 * that routers and companies use internally.
 */
const specialSuffixes = new Set(
  `localhost localdomain local internal intranet private corp home lan host test example invalid onion alt arpa`.split(
    ' ',
  ),
);

/** LinkedIn forbids automated reading. We use its links as names and never fetch them, not even through a redirect. */
const neverFetched = new Set(['linkedin.com', 'linkedin.cn', 'lnkd.in']);

const isPublicAddress = publicAddressCheck();

/**
 * Decides whether a link may be followed, before any DNS lookup. Parses it as browsers do (WHATWG URL), so that every spelling
 * of an address is recognized.
 * @param options.allowedOrigins exact loopback origins that tests may reach, for example `http://127.0.0.1:8123`
 */
export function judgeUrl(raw: string | URL, options: { allowedOrigins?: readonly string[] } = {}): JudgedUrl {
  const url = URL.parse(String(raw));
  if (!url) return refused('unparsable');
  url.hash = '';
  if (url.href.length > urlLengthMax) return refused('too_long');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('scheme');
  if (url.username || url.password) return refused('credentials');
  if (options.allowedOrigins?.includes(url.origin)) return { ok: true, url };
  if (!['', '80', '443'].includes(url.port)) return refused('port');

  // "example.com." is the same name, but servers and certificates expect it without the dot.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const reason = judgeHost(url.hostname);
  if (reason) return refused(reason);
  return neverFetched.has(getDomain(url.hostname) ?? '') ? refused('never_fetched') : { ok: true, url };
}

/** Why a host is not public, or null if it is. Expects WHATWG form: A-labels, lower case, IPv6 in brackets. */
export function judgeHost(host: string): UrlRefusal | null {
  const name = parse(host, { extractHostname: false });
  if (host.startsWith('[') || name.isIp) {
    return isPublicAddress(host.replace(/^\[|\]$/g, '')) ? null : 'address_not_public';
  }
  if (specialSuffixes.has(host.slice(host.lastIndexOf('.') + 1))) return 'special_name';
  if (host.split('.').includes('')) return 'no_public_suffix';
  return name.isIcann && name.domain ? null : 'no_public_suffix';
}

const refused = (reason: UrlRefusal): JudgedUrl => ({ ok: false, reason });
