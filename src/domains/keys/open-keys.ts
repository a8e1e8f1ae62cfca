import { batch } from '#core/concurrency/batch.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { type KeyGate, openKeyGate } from './gate/key-gate.ts';
import { keyChannels, openKeyring } from './keyring/keyring.ts';
import type { Key } from './rules.ts';
import { keysById } from './sql/keys.ts';

declare module '#core/context.ts' {
  interface Ports {
    keyGate: KeyGate;
    /** The key with this id at this moment, outside a transaction. Calls that come at once share a statement. */
    key(id: string): Promise<Key | null>;
  }
}

/** Opens the process's keyring and the gate that admits requests with it. */
export function openKeys({ ports, pool, clock, log, metrics }: Platform): OpenDomain {
  const { db, locks, rateLimiter, settings } = ports;
  const keyring = openKeyring({ pool, clock, locks });
  const keyGate = openKeyGate({ db, keyring, locks, rateLimiter, settings, clock, log });
  const { onFeedLost, onFeedRestored } = keyring;
  return {
    ports: {
      keyring,
      keyGate,
      key: batch({
        run: (ids: string[]) => keysById(db, ids),
        sizeMax: 128,
        onBatch: (items) => metrics.batched('key', items),
      }),
    },
    feed: { channels: keyChannels, onChange: keyring.forget, onFeedLost, onFeedRestored },
  };
}
