import type { KeyCredential } from '#core/access.ts';
import type { Clock } from '#core/clock.ts';
import { openCopies } from '#core/copies/copies-in-memory.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { Failure } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import type { LocksInForce, LockTable } from '#domains/identity/index.ts';
import { judge, type Policy, policyOf } from '../gate/policy.ts';
import { keysByHash } from '../sql/keys.ts';
import { readKey } from './key-text.ts';

/**
 * Looks up keys by hash. Caches what it reads for at most 10 seconds and drops an entry when another process announces a
 * change. While it can't receive announcements, it queries the database for every request. Locks have a cache of their own.
 */
export interface Keyring {
  /**
   * Decides at once from fresh copies. Fails with `invalid_key`, `key_expired`, `key_banned`, `ip_not_allowed` or
   * `account_locked`.
   */
  authenticate(text: string, address: string): KeyCredential | Failure | Promise<KeyCredential | Failure>;
  /** Handles a message on one of `keyChannels`. */
  forget(channel: string, payload: string): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

export const Keyring = port<Keyring>('keyring');

/** Channels that announce changes of keys (payload: hash in hexadecimal) and accounts (payload: `account.id`). */
export const keyChannels = ['key_changed', 'account_changed'];

const limits = { knownMax: 50_000, knownForMs: 10_000, unknownMax: 10_000, unknownForMs: 5_000 };

export interface KeyringOptions {
  pool: HotPool;
  clock: Clock;
  locks: LocksInForce;
}

/** Start listening on `keyChannels` before you accept the first request. */
export function openKeyring({ pool, clock, locks }: KeyringOptions): Keyring {
  const policies = openCopies<Policy>({
    limits,
    clock,
    read: async (hashes) => (await keysByHash(pool, hashes)).map((key) => key && policyOf(key)),
  });

  const decide = (policy: Policy | null, table: LockTable, address: string) =>
    policy ? judge(policy, table, address, clock.now()) : new Failure('invalid_key');

  const decideOnceRead = async (policy: Promise<Policy | null>, address: string) =>
    decide(await policy, await locks.table(), address);

  return {
    authenticate(text, address) {
      const key = readKey(text);
      if (!key) return new Failure('invalid_key');
      const policy = policies.get(key.hash);
      if (policy === null) return new Failure('invalid_key');
      if (policy instanceof Promise) return decideOnceRead(policy, address);
      const table = locks.table();
      return table instanceof Promise
        ? table.then((read) => decide(policy, read, address))
        : decide(policy, table, address);
    },
    forget(channel, payload) {
      if (channel === 'key_changed') return policies.drop(payload);
      // A change of an account doesn't make a key.
      policies.dropWhere(({ credential }) => String(credential.account.id) === payload, {
        andUnknown: false,
      });
    },
    onFeedLost: policies.onFeedLost,
    onFeedRestored: policies.onFeedRestored,
  };
}
