import { hourMs } from '#core/clock.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { port } from '#core/ports.ts';
import { boundOf } from './percentiles.ts';
import { addLookupTimes } from './sql/lookup-times.ts';

export interface LookupTimes {
  /** A live lookup was answered. */
  took(ms: number): void;
  /** Writes what was counted since the last time. */
  write(): Promise<void>;
}

export const LookupTimes = port<LookupTimes>('lookup-times');

const writeEveryMs = 10_000;

/** Counts how long lookups take, in memory. A process that is killed loses the last ten seconds of it. */
export function openLookupTimes({ ports: { db }, clock, log }: Platform): OpenDomain {
  let counts = new Map<number, number>();
  const write = async () => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    const hour = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs);
    await addLookupTimes(db, hour, taken).catch((error) =>
      log.warn({ error }, 'the times of lookups could not be written'),
    );
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, writeEveryMs).unref();
  return {
    ports: [
      LookupTimes.opened({
        took(ms) {
          const bound = boundOf(ms);
          counts.set(bound, (counts.get(bound) ?? 0) + 1);
        },
        write,
      }),
    ],
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
