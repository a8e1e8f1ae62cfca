import { getDomain, parse } from 'tldts';
import { publicAddressCheck } from '../addresses/public-address.ts';

/** Why a link is not followed. */
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

/** Characters of a link; longer ones are refused. */
const urlLengthMax = 2048;

/**
 * Names that stay inside a machine or a network, whatever a resolver says: RFC 6761 and its registry, RFC 8375
 * (home.arpa), RFC 9476 (alt), and the suffixes that routers and companies use for themselves.
 */
const specialSuffixes = new Set(
  `localhost localdomain local internal intranet private corp home lan host test example invalid onion alt arpa`.split(
    ' ',
  ),
);

/** LinkedIn doesn't want to be read by programs; its links are names here, never addresses, redirects included. */
const neverFetched = new Set(['linkedin.com', 'linkedin.cn', 'lnkd.in']);

const isPublicAddress = publicAddressCheck();

/**
 * Decides whether a link may be followed at all, before any name is resolved. Pure. The link is judged as a
 * browser reads it (WHATWG URL), so that every spelling of an address is seen as the address it is.
 * @param options.allowedOrigins exact loopback origins that tests may reach, such as `http://127.0.0.1:8123`
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

  // "example.com." is the same name, but servers and certificates don't know it by that.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const reason = judgeHost(url.hostname);
  if (reason) return refused(reason);
  return neverFetched.has(getDomain(url.hostname) ?? '') ? refused('never_fetched') : { ok: true, url };
}

/** Why a host (as WHATWG URL writes it: A-labels, lower case, IPv6 in brackets) is not public; null when it is. */
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
