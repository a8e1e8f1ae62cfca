/** Makes this process the same on every run with a seed: randomness, clocks and timers. Import it before what is simulated. */
import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import workerThreads from 'node:worker_threads';
import { install } from '@sinonjs/fake-timers';
import { mulberry32 } from '../support/ledger/stress-writers.ts';

/** A process of the service. Once it is killed, its timers never run. */
export interface Mortal {
  isDead: boolean;
}

export const runsIn = new AsyncLocalStorage<Mortal>();
export const realImmediate = globalThis.setImmediate;

let reads = 0;
/** Whether a file is being read, or a thread works on an answer. Both take real time. */
export const isReading = (): boolean => reads > 0;

/** Each message to a thread has one answer, unless the thread ends. */
function noteThreads(): void {
  workerThreads.Worker = class extends workerThreads.Worker {
    #asked = 0;

    constructor(...given: ConstructorParameters<typeof workerThreads.Worker>) {
      super(...given);
      this.on('message', () => this.#answered(1));
      this.on('exit', () => this.#answered(this.#asked));
    }

    override postMessage(value: unknown): void {
      this.#asked += 1;
      reads += 1;
      super.postMessage(value);
    }

    #answered(count: number): void {
      this.#asked -= count;
      reads -= count;
    }
  };
}

function noteReads(): void {
  for (const [name, read] of Object.entries(files)) {
    if (typeof read !== 'function') continue;
    const noted = async (...given: never[]) => {
      reads += 1;
      try {
        return await (read as (...given: never[]) => unknown)(...given);
      } finally {
        reads -= 1;
      }
    };
    Object.assign(files, { [name]: noted });
  }
}

export interface Seeded {
  random(): number;
  now(): number;
  /** To the next timer of a process that lives, which runs. */
  toNextTimer(): void;
  /** As if the clock had been set: timers wait as long as before. */
  jump(ms: number): void;
}

export function seed(number: number, startAt: Date): Seeded {
  const random = mulberry32(number);
  // Ids and secrets have randomness of their own: a change in how many are made leaves the order of events as it was.
  seedCrypto(mulberry32(number ^ 0x5eed));
  Math.random = mulberry32(number ^ 0xd1ce);
  const clock = install({
    now: startAt,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'hrtime'],
  });
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const faked = globalThis[name] as (run: () => void, ms?: number) => NodeJS.Timeout;
    globalThis[name] = ((run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const owner = runsIn.getStore();
      return faked(() => owner?.isDead || run(...given), ms);
    }) as never;
  }
  const faked = timersPromises.setTimeout;
  timersPromises.setTimeout = (async (ms: number, value: unknown, options: object) => {
    const owner = runsIn.getStore();
    const given = await faked(ms, value, options);
    if (owner?.isDead) await new Promise(() => {});
    return given;
  }) as never;
  noteReads();
  noteThreads();
  syncBuiltinESMExports();
  return {
    random,
    now: () => clock.now,
    toNextTimer: () => void clock.next(),
    jump: (ms) => clock.setSystemTime(clock.now + ms),
  };
}

function seedCrypto(random: () => number): void {
  const byte = () => Math.floor(random() * 256);
  const fill = <Target extends NodeJS.ArrayBufferView>(target: Target): Target => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = byte();
    return target;
  };
  const bytes = (size: number) => fill(Buffer.alloc(size));
  const uuid = (version: number, first = bytes(6)) => {
    const all = Buffer.concat([first, bytes(10)]);
    all[6] = (all[6]! & 0x0f) | (version << 4);
    all[8] = (all[8]! & 0x3f) | 0x80;
    return all.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const milliseconds = () => {
    const text = Date.now().toString(16).padStart(12, '0');
    return Buffer.from(text, 'hex');
  };
  Object.assign(crypto, {
    randomUUID: () => uuid(4),
    randomUUIDv7: () => uuid(7, milliseconds()),
    randomFillSync: fill,
    randomBytes: (size: number, done?: (error: null, given: Buffer) => void) =>
      done ? queueMicrotask(() => done(null, bytes(size))) : bytes(size),
    randomInt: (low: number, high?: number) =>
      high === undefined ? Math.floor(random() * low) : low + Math.floor(random() * (high - low)),
  });
}
