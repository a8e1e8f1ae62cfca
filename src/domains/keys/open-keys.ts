import type { OpenDomain, Platform } from '#core/domain.ts';
import { type KeyGate, openKeyGate } from './gate/key-gate.ts';
import { keyChannels, openKeyring } from './keyring/keyring.ts';

declare module '#core/context.ts' {
  interface Ports {
    keyGate: KeyGate;
  }
}

/** Opens the process's keyring and the gate that admits requests with it. */
export function openKeys({ ports, pool, clock, log }: Platform): OpenDomain {
  const { db, locks, rateLimiter, settings } = ports;
  const keyring = openKeyring({ pool, clock, locks });
  const keyGate = openKeyGate({ db, keyring, locks, rateLimiter, settings, clock, log });
  const { onFeedLost, onFeedRestored } = keyring;
  return {
    ports: { keyring, keyGate },
    feed: { channels: keyChannels, onChange: keyring.forget, onFeedLost, onFeedRestored },
  };
}
