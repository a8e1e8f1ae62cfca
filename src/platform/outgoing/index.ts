import { Agent, type Dispatcher } from 'undici';
import { type DnsResolver, openResolver } from './addresses/dns-resolver.ts';
import { openGuardedAgent } from './addresses/guarded-agent.ts';
import {
  type CheckMailDomain,
  type MailExchanges,
  mailExchangesOf,
  openMailDomains,
} from './addresses/mail-domain.ts';
import { type DialMail, openMailSockets } from './addresses/mail-socket.ts';
import { ownAddresses, publicAddressCheck } from './addresses/public-address.ts';
import { type FetchDocument, openFetchDocument } from './documents/fetch-document.ts';
import { type MessageSender, openMessageSender } from './messages/send-message.ts';
import { openFetchPage } from './pages/fetch-page.ts';
import { type FetchLimits, fetchLimits } from './pages/page.ts';
import { openPerHost, type PerHost } from './pages/per-host.ts';
import { openRobots } from './pages/robots.ts';
import { systemTiming, type Timing } from './timing.ts';
import {
  openVendorClient,
  type VendorClient,
  type VendorOptions,
  type VendorState,
} from './vendors/vendor-client.ts';

export type { CheckMailDomain, MailDomain } from './addresses/mail-domain.ts';
export type { DialMail } from './addresses/mail-socket.ts';
export type { FetchDocument } from './documents/fetch-document.ts';
export type { FetchPage, FetchRefusal, Page } from './pages/page.ts';
export type { VendorAnswer, VendorFailure, VendorResult } from './vendors/vendor-answer.ts';
export type { VendorClient, VendorOptions, VendorState } from './vendors/vendor-client.ts';

export interface OutgoingOptions {
  /** How the service identifies itself to sites and vendors. */
  crawler: {
    /** The product token that a robots.txt can name: letters, digits and hyphens. */
    product: string;
    version: string;
    /** Tells site owners who is asking and how to object. */
    contactUrl: string;
  };
  /** CIDRs or addresses to refuse, in addition to non-public ones and this machine's own. */
  deniedRanges?: readonly string[];
  limits?: Partial<FetchLimits>;
  /** While true, no request leaves: each fails as a network failure with the code `outgoing_held`. */
  isHeld?: () => boolean;
  resolver?: DnsResolver;
  /** Name servers to ask in place of the system's, such as `192.0.2.53` or `192.0.2.53:5353`. */
  nameServers?: readonly string[];
  /** Loopback ports that replace mail servers, by the servers' names. */
  mailStandIns?: ReadonlyMap<string, number>;
  timing?: Timing;
  /** Tests only: exact loopback origins of stand-ins, for example `http://127.0.0.1:8123`. Others throw. */
  allowedOrigins?: readonly string[];
  /** Tests only: answers all requests in place of the network. */
  network?: Dispatcher;
  /** Tests only: PEM of the authority that signed a stand-in's certificate. */
  trustedCa?: string;
}

/** All outgoing requests go through here. */
export interface Outgoing {
  /** Fetches a public web page. The link may come from any caller. */
  fetchPage: ReturnType<typeof openFetchPage>;
  /** Gets a document from an address that an agent names. */
  fetchDocument: FetchDocument;
  /** Posts to addresses that customers name. */
  messageSender: MessageSender;
  /** A client for one vendor's API. Keep it: it holds the vendor's breaker and pacing. */
  vendorClient(options: VendorOptions): VendorClient;
  checkMailDomain: CheckMailDomain;
  /** Mail servers of others: their names, a turn at each, and a connection. */
  mail: {
    exchangesOf(domain: string): Promise<MailExchanges>;
    dial: DialMail;
    /** One connection at a time per server. */
    turnAt(exchange: string, signal: AbortSignal): ReturnType<PerHost['enter']>;
    /** Three failures in a row pause a server for five minutes. */
    note(exchange: string, isHealthy: boolean): void;
  };
  /** For operators: the breaker, pause, counts and latency of every vendor. */
  vendorStates(): VendorState[];
  /** Aborts requests in flight and closes all connections. */
  close(): Promise<void>;
}

/** Opens all outgoing access. Throws only for invalid options, at startup. */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { timing = systemTiming, allowedOrigins = [], mailStandIns = new Map() } = options;
  const resolver = options.resolver ?? openResolver(options.nameServers);
  const limits = { ...fetchLimits, ...options.limits };
  const { product, version, contactUrl } = options.crawler;
  const userAgent = `${product}/${version} (+${new URL(contactUrl).href})`;

  const isPublic = publicAddressCheck([...ownAddresses(), ...(options.deniedRanges ?? [])]);
  const agent = openGuardedAgent({
    resolver,
    isPublic,
    allowedOrigins,
    connectMs: limits.connectMs,
    trustedCa: options.trustedCa,
  });
  const straight = new Agent({ connect: { timeout: limits.connectMs }, allowH2: false, pipelining: 1 });
  const isHeld = options.isHeld ?? (() => false);
  const guarded = heldBack(options.network ?? agent, isHeld);
  const direct = heldBack(options.network ?? straight, isHeld);
  const perHost = openPerHost(timing, limits.spacingMs);
  const site = { dispatcher: guarded, perHost, timing, limits, allowedOrigins, product, userAgent };
  const mailHosts = openPerHost(timing, limits.spacingMs);
  const dial = openMailSockets({ resolver, isPublic, standIns: mailStandIns, isHeld });
  const vendors: VendorClient[] = [];

  return {
    fetchPage: openFetchPage({ ...site, robots: openRobots(site) }),
    fetchDocument: openFetchDocument({ dispatcher: guarded, allowedOrigins, userAgent }),
    messageSender: openMessageSender({ dispatcher: guarded, allowedOrigins, userAgent }),
    vendorClient(vendor) {
      const client = openVendorClient(vendor, { dispatcher: direct, timing, userAgent });
      vendors.push(client);
      return client;
    },
    checkMailDomain: openMailDomains({ resolver, clock: timing }),
    mail: {
      exchangesOf: (domain) => mailExchangesOf(domain, resolver),
      dial,
      turnAt: (exchange, signal) => mailHosts.enter(exchange, { signal }),
      note: (exchange, isHealthy) => mailHosts.record(exchange, isHealthy),
    },
    vendorStates: () => vendors.map((client) => client.state()),
    async close() {
      perHost.close();
      mailHosts.close();
      for (const client of vendors) client.close();
      await Promise.all([agent.destroy(), straight.destroy()]);
    },
  };
}

const heldBack = (agent: Dispatcher, isHeld: () => boolean): Dispatcher =>
  agent.compose((dispatch) => (options, handler) => {
    if (isHeld()) throw Object.assign(new Error('Outgoing messages are held'), { code: 'outgoing_held' });
    return dispatch(options, handler);
  });
