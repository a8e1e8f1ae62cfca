import type { Dispatcher } from 'undici';
import type { Headers } from '../exchange/exchange.ts';
import { openLane } from '../exchange/lane.ts';
import type { Timing } from '../timing.ts';
import { type LatencyMs, openLatency } from './latency.ts';
import { isFailure, type VendorResult } from './vendor-answer.ts';
import { openVendorBreaker, type VendorBreakerOptions } from './vendor-breaker.ts';
import { callVendor, type Vendor, type VendorAsk } from './vendor-call.ts';
import { openVendorPause } from './vendor-pause.ts';

export interface VendorOptions {
  /** Names the vendor in reports. */
  name: string;
  /** From configuration; nothing else is ever asked. A path in it is kept. */
  baseUrl: string;
  /** Sent with every request: the credential, versions. */
  headers?: Headers;
  /** The whole call: waiting for a turn, the network and a repeat. 5 s unless told. */
  timeoutMs?: number;
  breaker?: VendorBreakerOptions;
  /** Requests at a time; 4 unless told. */
  concurrency?: number;
  /** Between the starts of two requests; 0 unless told. */
  spacingMs?: number;
}

export interface VendorState {
  name: string;
  breaker: 'closed' | 'open' | 'half_open';
  /** When an open breaker lets a call through to try. */
  openUntil: Date | null;
  /** The vendor asked for a rest until then. */
  pausedUntil: Date | null;
  running: number;
  waiting: number;
  /** Since the start: answers by class (`2xx`, `4xx`, …) and failures by name. */
  counts: Record<string, number>;
  /** Of answered requests. */
  latencyMs: LatencyMs;
}

export interface VendorClient {
  /** Never throws; every failure is a value. */
  request(ask: VendorAsk): Promise<VendorResult>;
  state(): VendorState;
  close(): void;
}

/** What all vendors share. */
interface VendorPlace {
  dispatcher: Dispatcher;
  timing: Timing;
  userAgent: string;
}

/** A JSON API of a known vendor: pinned to one origin, paced, guarded by a breaker, obedient to its limits. */
export function openVendorClient(options: VendorOptions, place: VendorPlace): VendorClient {
  const vendor: Vendor = {
    ...place,
    base: new URL(options.baseUrl),
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? 5000,
    spacingMs: options.spacingMs ?? 0,
    lane: openLane(place.timing, options.concurrency ?? 4),
    pause: openVendorPause(place.timing),
    breaker: openVendorBreaker(place.timing, options.breaker),
    latency: openLatency(),
  };
  const counts: Record<string, number> = {};

  return {
    async request(ask) {
      const result = await callVendor(vendor, ask);
      const kind = isFailure(result) ? result.failure : `${Math.floor(result.status / 100)}xx`;
      counts[kind] = (counts[kind] ?? 0) + 1;
      return result;
    },
    state: () => ({ name: options.name, ...stateOf(vendor), counts: { ...counts } }),
    close: () => vendor.lane.close(),
  };
}

const stateOf = ({ breaker, pause, lane, latency }: Vendor): Omit<VendorState, 'name' | 'counts'> => ({
  breaker: breaker.state,
  openUntil: breaker.openUntil,
  pausedUntil: pause.until,
  running: lane.running,
  waiting: lane.waiting,
  latencyMs: latency.report(),
});
