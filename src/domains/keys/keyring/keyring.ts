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
 * Knows keys by their hashes. What it has learnt it believes for 10 seconds at most, and drops at once when another
 * process announces a change; while it can't hear such announcements it asks the database about every request.
 * The locks that stand in the way of a good key have a memory of their own.
 */
export interface Keyring {
  /** A refusal is `invalid_key`, `key_expired`, `key_banned`, `ip_not_allowed` or `account_locked`. */
  authenticate(text: string, address: string): Promise<KeyCredential | Failure>;
  /** A message on one of `keyChannels`. */
  forget(channel: string, payload: string): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

declare module '#core/context.ts' {
  interface Ports {
    keyring: Keyring;
  }
}

/** Channels on which changes of keys (payload: hash in hexadecimal) and accounts (payload: `account.id`) are announced. */
export const keyChannels = ['key_changed', 'account_changed'];

const limits = { keysMax: 50_000, keyForMs: 10_000, unknownMax: 10_000, unknownForMs: 5_000 };

interface Reading {
  policy: Promise<Policy | null>;
  /** False when a change was announced meanwhile: what is read may be older than the change. */
  current: boolean;
}

export interface KeyringOptions {
  pool: HotPool;
  clock: Clock;
  locks: LocksInForce;
}

/** Listening on `keyChannels` must have begun before the first request is taken. */
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

  /** Whoever comes from now on reads anew. */
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
