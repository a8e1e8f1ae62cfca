import { Agent } from 'undici';
import { type DnsResolver, openResolver } from './addresses/dns-resolver.ts';
import { openGuardedAgent } from './addresses/guarded-agent.ts';
import { type CheckMailDomain, openMailDomains } from './addresses/mail-domain.ts';
import { ownAddresses, publicAddressCheck } from './addresses/public-address.ts';
import { openFetchPage } from './pages/fetch-page.ts';
import { type FetchLimits, fetchLimits } from './pages/limits.ts';
import type { FetchPage } from './pages/page.ts';
import { openPerHost } from './pages/per-host.ts';
import { openRobots } from './pages/robots.ts';
import { systemTiming, type Timing } from './timing.ts';
import {
  openVendorClient,
  type VendorClient,
  type VendorOptions,
  type VendorState,
} from './vendors/vendor-client.ts';

export type { CheckMailDomain, MailDomain } from './addresses/mail-domain.ts';
export type { FetchPage, FetchRefusal, Page } from './pages/page.ts';
export type { VendorAnswer, VendorFailure, VendorResult } from './vendors/vendor-answer.ts';
export type { VendorClient, VendorOptions, VendorState } from './vendors/vendor-client.ts';

export interface OutgoingOptions {
  /** How the service names itself to every site and vendor. */
  crawler: {
    /** The product token that a robots.txt may name: letters, digits and hyphens. */
    product: string;
    version: string;
    /** Where a site's owner can find out who asks and how to object. */
    contactUrl: string;
  };
  /** CIDRs or addresses that links must not lead to, besides everything that isn't public and this machine's own. */
  deniedRanges?: readonly string[];
  limits?: Partial<FetchLimits>;
  resolver?: DnsResolver;
  timing?: Timing;
  /** Tests only: exact loopback origins of stand-ins, such as `http://127.0.0.1:8123`. Others throw. */
  allowedOrigins?: readonly string[];
  /** Tests only: PEM of the authority that signed a stand-in's certificate. */
  trustedCa?: string;
}

/** Everything that leaves the service goes through here. */
export interface Outgoing {
  /** A public web page by a link that anybody may have supplied. */
  fetchPage: FetchPage;
  /** A client for one known vendor's API; keep it, since its breaker and pace live in it. */
  vendorClient(options: VendorOptions): VendorClient;
  checkMailDomain: CheckMailDomain;
  /** For operators: every vendor's breaker, pause, counts and latency. */
  vendorStates(): VendorState[];
  /** Gives up what is under way and closes all connections. */
  close(): Promise<void>;
}

declare module '#core/domain.ts' {
  interface Platform {
    outgoing: Outgoing;
  }
}

/** Opens the one way out. Throws only for options that can't be right, at start. */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { timing = systemTiming, resolver = openResolver(), allowedOrigins = [] } = options;
  const limits = { ...fetchLimits, ...options.limits };
  const { product, version, contactUrl } = options.crawler;
  const userAgent = `${product}/${version} (+${new URL(contactUrl).href})`;

  const isPublic = publicAddressCheck([...ownAddresses(), ...(options.deniedRanges ?? [])]);
  const guarded = openGuardedAgent({
    resolver,
    isPublic,
    allowedOrigins,
    connectMs: limits.connectMs,
    trustedCa: options.trustedCa,
  });
  const direct = new Agent({ connect: { timeout: limits.connectMs }, allowH2: false, pipelining: 1 });
  const perHost = openPerHost(timing, limits.spacingMs);
  const site = { dispatcher: guarded, perHost, timing, limits, allowedOrigins, product, userAgent };
  const vendors: VendorClient[] = [];

  return {
    fetchPage: openFetchPage({ ...site, robots: openRobots(site) }),
    vendorClient(vendor) {
      const client = openVendorClient(vendor, { dispatcher: direct, timing, userAgent });
      vendors.push(client);
      return client;
    },
    checkMailDomain: openMailDomains({ resolver, clock: timing }),
    vendorStates: () => vendors.map((client) => client.state()),
    async close() {
      perHost.close();
      for (const client of vendors) client.close();
      await Promise.all([guarded.destroy(), direct.destroy()]);
    },
  };
}
