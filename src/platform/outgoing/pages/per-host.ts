import { Lane, type Leave } from '../exchange/lane.ts';
import type { Timing } from '../timing.ts';

type HostTurn =
  | { ok: true; leave: Leave }
  | { ok: false; reason: 'paused'; retryAt: Date }
  | { ok: false; reason: 'aborted' };

/** Limits requests per website: one at a time, spaced out, and none while the site is paused. */
export interface PerHost {
  /** @param crawlDelayMs the site's requested spacing; honoured up to 10 s */
  enter(host: string, ask?: { crawlDelayMs?: number; signal?: AbortSignal }): Promise<HostTurn>;
  /** Sends no requests before `until`, at most an hour ahead. */
  pause(host: string, until: Date): void;
  /** Three failures in a row, of any kind, pause the host for five minutes. */
  record(host: string, healthy: boolean): void;
  /** Number of hosts in memory, for tests and reports. */
  readonly size: number;
  close(): void;
}

const crawlDelayMsMax = 10_000;
const pauseMsMax = 3_600_000;
const failuresInARow = 3;
const failurePauseMs = 300_000;

interface Host {
  lane: Lane;
  pausedUntilMs: number;
  failures: number;
}

/**
 * @param spacingMs between the starts of two requests to a host; 1 s for real sites
 * @param hostsMax how many hosts to remember before idle ones are dropped
 */
export function openPerHost(timing: Timing, spacingMs = 1000, hostsMax = 5000): PerHost {
  const hosts = new Map<string, Host>();
  const nowMs = () => timing.now().getTime();

  function hostOf(name: string): Host {
    const host = hosts.get(name) ?? { lane: new Lane(timing, 1), pausedUntilMs: 0, failures: 0 };
    if (!hosts.has(name) && hosts.size >= hostsMax) dropIdle(hosts, nowMs(), spacingMs);
    hosts.set(name, host);
    return host;
  }

  return {
    async enter(name, { crawlDelayMs = 0, signal } = {}) {
      const host = hostOf(name);
      if (host.pausedUntilMs > nowMs()) return pausedTurn(host);

      const gapMs = Math.max(spacingMs, Math.min(crawlDelayMs, crawlDelayMsMax));
      const leave = await host.lane.enter(gapMs, signal);
      if (!leave) return { ok: false, reason: 'aborted' };
      if (host.pausedUntilMs <= nowMs()) return { ok: true, leave };
      leave();
      return pausedTurn(host);
    },
    pause(name, until) {
      const host = hostOf(name);
      host.pausedUntilMs = Math.max(host.pausedUntilMs, Math.min(until.getTime(), nowMs() + pauseMsMax));
    },
    record(name, healthy) {
      const host = hostOf(name);
      host.failures = healthy ? 0 : host.failures + 1;
      if (host.failures < failuresInARow) return;
      host.failures = 0;
      host.pausedUntilMs = Math.max(host.pausedUntilMs, nowMs() + failurePauseMs);
    },
    get size() {
      return hosts.size;
    },
    close() {
      for (const { lane } of hosts.values()) lane.close();
    },
  };
}

/** Drops hosts without waiting requests that would be admitted at once. */
function dropIdle(hosts: Map<string, Host>, nowMs: number, spacingMs: number): void {
  for (const [name, { lane, pausedUntilMs }] of hosts) {
    const restedAtMs = Math.max(pausedUntilMs, lane.lastStartMs + Math.max(spacingMs, crawlDelayMsMax));
    if (lane.running === 0 && lane.waiting === 0 && restedAtMs <= nowMs) hosts.delete(name);
  }
}

const pausedTurn = (host: Host): HostTurn => ({
  ok: false,
  reason: 'paused',
  retryAt: new Date(host.pausedUntilMs),
});
