import { domainToASCII } from 'node:url';
import type { Clock } from '#core/clock.ts';
import { dayMs, hourMs } from '#core/clock.ts';
import { ExpiringMap } from '../expiring-map.ts';
import { judgeHost } from '../pages/judge-url.ts';
import { type DnsResolver, dnsCode } from './dns-resolver.ts';
import { publicAddressCheck } from './public-address.ts';

/**
 * The state of a mail domain in DNS. `accepts_mail` never makes an address verified.
 * `null_mx`: the domain declares that it accepts no mail (RFC 7505). `no_mail`: it exists, but nothing there accepts mail.
 */
export type MailDomain = 'accepts_mail' | 'null_mx' | 'no_mail' | 'nonexistent' | 'unknown';

export type CheckMailDomain = (domain: string) => Promise<MailDomain>;

const domainsMax = 20_000;
const isPublicAddress = publicAddressCheck();

/** Looks up MX records, else address records. Caches answers for 24 h and missing names for 1 h. Never throws. */
export function openMailDomains(options: { resolver: DnsResolver; clock: Clock }): CheckMailDomain {
  const known = new ExpiringMap<MailDomain>(options.clock, domainsMax);
  const underway = new Map<string, Promise<MailDomain>>();

  return async (raw) => {
    const domain = domainToASCII(raw.trim().replace(/\.$/, ''));
    if (!isName(domain)) return 'nonexistent';
    const refusal = judgeHost(domain);
    // Our list may be older than the suffix. The other refused names can't receive mail from outside.
    if (refusal) return refusal === 'no_public_suffix' && domain.includes('.') ? 'unknown' : 'nonexistent';

    const running = known.get(domain) ?? underway.get(domain);
    if (running) return running;

    const asked = checkMailDomain(domain, options.resolver).finally(() => underway.delete(domain));
    underway.set(domain, asked);
    const answer = await asked;
    if (answer !== 'unknown') known.set(domain, answer, answer === 'nonexistent' ? hourMs : dayMs);
    return answer;
  };
}

/** A name that DNS allows (RFC 1035 §2.3.4), and not an address. */
const isName = (domain: string): boolean =>
  domain !== '' && domain.length <= 253 && !/^\[|^[\d.]+$/.test(domain);

/** Where a domain's mail goes: names of servers, the preferred first. None unless it accepts mail. */
export interface MailExchanges {
  state: MailDomain;
  hosts: string[];
}

/** Queries one domain, given in A-labels. Server errors and timeouts are `unknown`. */
export async function mailExchangesOf(domain: string, resolver: DnsResolver): Promise<MailExchanges> {
  try {
    const records = (await resolver.resolveMx(domain)).sort((one, other) => one.priority - other.priority);
    const hosts = records.map(({ exchange }) => exchange.replace(/\.$/, '').toLowerCase());
    const named = hosts.filter((host) => host !== '');
    if (named.length > 0) return { state: 'accepts_mail', hosts: [...new Set(named)] };
    return hosts.length > 0 ? none('null_mx') : implicitMx(domain, resolver);
  } catch (error) {
    return dnsCode(error) === 'ENODATA' ? implicitMx(domain, resolver) : none(missing(error));
  }
}

export const checkMailDomain = async (domain: string, resolver: DnsResolver): Promise<MailDomain> =>
  (await mailExchangesOf(domain, resolver)).state;

const none = (state: MailDomain): MailExchanges => ({ state, hosts: [] });

/** RFC 5321 §5.1: without MX records, mail goes to the domain's own address. */
async function implicitMx(domain: string, resolver: DnsResolver): Promise<MailExchanges> {
  const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.some(isPublicAddress)) return { state: 'accepts_mail', hosts: [domain] };

  const failures = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason);
  const unclear = failures.find((error) => dnsCode(error) !== 'ENODATA');
  return none(unclear ? missing(unclear) : 'no_mail');
}

const missing = (error: unknown): MailDomain => (dnsCode(error) === 'ENOTFOUND' ? 'nonexistent' : 'unknown');
