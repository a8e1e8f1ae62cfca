import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { hangMs, openExchange } from './exchange.ts';
import type { ServiceUnderFuzz } from './service-under-fuzz.ts';

const everyMs = 200;

export interface Watch extends AsyncDisposable {
  /** Stops watching and returns what was observed. */
  end(): Promise<Observed>;
}

export interface Observed {
  longestMs: number;
  /** Bytes of the process, each from first to last. */
  memory: number[];
}

export interface WatchOptions {
  service: ServiceUnderFuzz;
  /** How long the service may keep anybody waiting for `GET /api/v1/health`. */
  stallMs: number;
  /** Called after every stall, with its length in whole milliseconds. */
  onStall(ms: number): void;
}

/** Asks for a sign of life all the time, and what the process has used. */
export function openWatch({ service, stallMs, onStall }: WatchOptions): Watch {
  const observed: Observed = { longestMs: 0, memory: [] };
  const exchange = openExchange(service.url.href, 1);
  const ours = monitorEventLoopDelay({ resolution: 10 });
  ours.enable();
  let cpuMs = 0;
  let isOver = false;

  async function askOnce(): Promise<void> {
    ours.reset();
    const started = performance.now();
    await exchange.send({ method: 'GET', target: '/api/v1/health', headers: {}, body: null });
    // This program's own delay isn't the service's.
    const ms = performance.now() - started - ours.max / 1e6;
    const burntMs = await cpuSince();
    observed.longestMs = Math.max(observed.longestMs, ms);
    // A stalled process uses processor time; on a busy machine it may only have waited for its turn.
    if (ms > stallMs && burntMs > stallMs / 2) onStall(Math.round(ms));
  }

  async function cpuSince(): Promise<number> {
    const { body } = await exchange.send({
      method: 'GET',
      target: '/metrics',
      headers: service.secrets,
      body: null,
    });
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(body)?.[1]);
    observed.memory.push(metric('process_resident_memory_bytes'));
    const before = cpuMs;
    cpuMs = metric('process_cpu_seconds_total') * 1000;
    return cpuMs - before;
  }

  async function watch(): Promise<void> {
    while (!isOver && !service.isGone()) {
      await askOnce().catch(() => {
        if (!service.isGone()) onStall(hangMs);
      });
      await pause(everyMs);
    }
  }

  const watching = watch();
  async function end(): Promise<Observed> {
    isOver = true;
    await watching;
    ours.disable();
    await exchange[Symbol.asyncDispose]();
    return observed;
  }
  return { end, [Symbol.asyncDispose]: async () => void (await end()) };
}
