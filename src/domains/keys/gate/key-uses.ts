import type { Db, Log } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { recordUses } from '../sql/key-uses.ts';

export interface KeyUses {
  /** Notes in memory that a request came with the key. */
  used(keyId: string): void;
  /** Writes what was noted since the last time. */
  write(): Promise<void>;
}

export const KeyUses = port<KeyUses>('key-uses');

const writeEveryMs = 60_000;

/** Records when keys are used, once a minute for all of them. A process that is killed loses the last minute. */
export function openKeyUses({ db, log }: { db: Db; log: Log }): KeyUses & { close(): Promise<void> } {
  let used = new Set<string>();
  const write = async () => {
    if (used.size === 0) return;
    const noted = used;
    used = new Set();
    await recordUses(db, noted).catch((error) =>
      log.warn({ error }, 'could not record which keys were used'),
    );
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, writeEveryMs).unref();
  return {
    used: (keyId) => void used.add(keyId),
    write,
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
