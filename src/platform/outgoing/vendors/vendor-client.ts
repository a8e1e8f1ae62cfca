import type { Dispatcher } from 'undici';
import type { Headers } from '../exchange/exchange.ts';
import { Lane } from '../exchange/lane.ts';
import type { Timing } from '../timing.ts';
import { isFailure, type VendorResult } from './vendor-answer.ts';
import { callVendor, type Vendor, type VendorRequest } from './vendor-call.ts';
import {
  type LatencyMs,
  openLatency,
  openVendorBreaker,
  openVendorPause,
  type VendorBreakerOptions,
  type VendorPauseOptions,
} from './vendor-health.ts';

export interface VendorOptions {
  /** The vendor's name in reports. */
  name: string;
  /** From the configuration. No other origin is ever called. May contain a path. */
  baseUrl: string;
  /** Sent with every request, for example the credential or an API version. */
  headers?: Headers;
  /** The whole call: waiting for a turn, the network and a retry. Default 5 s. */
  timeoutMs?: number;
  breaker?: VendorBreakerOptions;
  pause?: VendorPauseOptions;
  /** Concurrent requests. Default 4. */
  concurrency?: number;
  /** Between the starts of two requests. Default 0. */
  spacingMs?: number;
}

export interface VendorState {
  name: string;
  breaker: 'closed' | 'open' | 'half_open';
  /** When an open breaker allows a trial call. */
  openUntil: Date | null;
  /** The vendor asked us to wait until then. */
  pausedUntil: Date | null;
  running: number;
  waiting: number;
  /** Since startup: responses by class (`2xx`, `4xx`, …) and failures by name. */
  counts: Record<string, number>;
  /** Only requests that got a response. */
  latencyMs: LatencyMs;
}

export interface VendorClient {
  /** Never throws. Failures are return values. */
  request(ask: VendorRequest): Promise<VendorResult>;
  state(): VendorState;
  close(): void;
}

/** Shared by all vendors. */
interface VendorPlace {
  dispatcher: Dispatcher;
  timing: Timing;
  userAgent: string;
}

/** A client for one vendor's JSON API: pinned to one origin, paced, with a breaker, and respecting rate limits. */
export function openVendorClient(options: VendorOptions, place: VendorPlace): VendorClient {
  const vendor: Vendor = {
    ...place,
    base: new URL(options.baseUrl),
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? 5000,
    spacingMs: options.spacingMs ?? 0,
    lane: new Lane(place.timing, options.concurrency ?? 4),
    pause: openVendorPause(place.timing, options.pause),
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
