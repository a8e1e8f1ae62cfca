import { batch } from '#core/concurrency/batch.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { AccountChanged } from '#domains/accounts/index.ts';
import { LocksInForce } from '#domains/identity/index.ts';
import { KeyGate, openKeyGate } from './gate/key-gate.ts';
import { KeyUses, openKeyUses } from './gate/key-uses.ts';
import { Keyring, keyChannels, openKeyring } from './keyring/keyring.ts';
import { KeyNow, keysById } from './sql/keys.ts';

/** Opens the process's keyring and the gate that admits requests with it. */
export function openKeys({ ports, pool, clock, log, metrics }: Platform): OpenDomain {
  const { db, rateLimiter, settings } = ports;
  const locks = ports.use(LocksInForce);
  const keyring = openKeyring({ pool, clock, locks });
  const uses = openKeyUses({ db, log });
  const keyGate = openKeyGate({ db, keyring, uses, locks, rateLimiter, settings, clock, log });
  const { onFeedLost, onFeedRestored } = keyring;
  return {
    ports: [
      Keyring.opened(keyring),
      AccountChanged.opened((account) => keyring.forget('account_changed', String(account))),
      KeyGate.opened(keyGate),
      KeyUses.opened(uses),
      KeyNow.opened(
        batch({
          run: (ids: string[]) => keysById(db, ids),
          sizeMax: 128,
          name: 'key',
          onBatch: metrics.batched,
        }),
      ),
    ],
    feed: { channels: keyChannels, onChange: keyring.forget, onFeedLost, onFeedRestored },
    close: uses.close,
  };
}
