import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/batch.ts';
import type { Clock } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import type { LocksInForce } from '#domains/identity/index.ts';
import { judge, type Policy, policyOf } from '../gate/policy.ts';
import { type HotPool, keysByHash } from '../sql/keys.ts';
import { readKey } from './key-text.ts';
import { openKnownKeys } from './known-keys.ts';

/**
 * Looks up keys by hash. Caches what it reads for at most 10 seconds and drops an entry when another process announces a
 * change. While it can't receive announcements, it queries the database for every request. Locks have a cache of their own.
 */
export interface Keyring {
  /** Fails with `invalid_key`, `key_expired`, `key_banned`, `ip_not_allowed` or `account_locked`. */
  authenticate(text: string, address: string): Promise<KeyCredential | Failure>;
  /** Handles a message on one of `keyChannels`. */
  forget(channel: string, payload: string): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

declare module '#core/context.ts' {
  interface Ports {
    keyring: Keyring;
  }
}

/** Channels that announce changes of keys (payload: hash in hexadecimal) and accounts (payload: `account.id`). */
export const keyChannels = ['key_changed', 'account_changed'];

const limits = { keysMax: 50_000, keyForMs: 10_000, unknownMax: 10_000, unknownForMs: 5_000 };

interface Reading {
  policy: Promise<Policy | null>;
  /** False once a change was announced: the result may be older than the change. */
  current: boolean;
}

export interface KeyringOptions {
  pool: HotPool;
  clock: Clock;
  locks: LocksInForce;
}

/** Start listening on `keyChannels` before you accept the first request. */
export function openKeyring({ pool, clock, locks }: KeyringOptions): Keyring {
  const known = openKnownKeys<Policy>(limits);
  const underWay = new Map<string, Reading>();
  let blind = false;
  const readOne = batch<string, Policy | null>({
    run: async (hashes) => (await keysByHash(pool, hashes)).map((key) => key && policyOf(key)),
  });

  function read(hash: string): Promise<Policy | null> {
    const sharing = underWay.get(hash);
    if (sharing) return sharing.policy;
    const reading: Reading = { policy: readOne(hash), current: !blind };
    underWay.set(hash, reading);
    const ended = () => {
      if (underWay.get(hash) === reading) underWay.delete(hash);
    };
    reading.policy.then((policy) => {
      if (reading.current) known.keep(hash, policy, clock.now().getTime());
      ended();
    }, ended);
    return reading.policy;
  }

  /** Later requests start a new read. */
  const outdate = (hash: string) => {
    const reading = underWay.get(hash);
    if (reading) reading.current = false;
    underWay.delete(hash);
  };
  const outdateAll = () => {
    for (const hash of underWay.keys()) outdate(hash);
  };

  return {
    async authenticate(text, address) {
      const key = readKey(text);
      if (!key) return new Failure('invalid_key');
      const believed = known.get(key.hash, clock.now().getTime());
      const policy = believed === undefined ? await read(key.hash) : believed;
      if (!policy) return new Failure('invalid_key');
      return judge(policy, await locks.table(), address, clock.now());
    },
    forget(channel, payload) {
      if (channel === 'key_changed') {
        known.drop(payload);
        outdate(payload);
      } else {
        known.dropWhere(({ credential }) => String(credential.account.id) === payload);
        outdateAll();
      }
    },
    onFeedLost() {
      blind = true;
      known.clear();
      outdateAll();
    },
    onFeedRestored() {
      blind = false;
      outdateAll();
    },
  };
}
