import type { AgentScope, KeyCredential } from '#core/access.ts';
import type { Clock } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { openCopies } from '#core/copies/copies-in-memory.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { Failure } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import type { LocksInForce, LockTable } from '#domains/identity/index.ts';
import { judge, keysById, type Policy, policyOf } from '#domains/keys/index.ts';
import { accessTokens } from '../sql.ts';
import { accessHashOf } from '../tokens.ts';

/** The connection that a token opens. */
export interface Admitted {
  credential: KeyCredential & { keyId: string };
  scopes: readonly AgentScope[];
}

/** Reads access tokens as the keyring reads keys: batched, from copies of at most 10 seconds that follow announced changes. */
export interface AgentTokens {
  /** Fails with `agent_token_invalid`, `key_banned` or `account_locked`. */
  authenticate(text: string, address: string): Admitted | Failure | Promise<Admitted | Failure>;
  /** For this process: others hear of it from the database. */
  forgetConnections(ids: readonly string[]): void;
  onChange(channel: string, payload: string): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

export const AgentTokens = port<AgentTokens>('agent-tokens');

/** Those of the keyring: the key of a connection changes when the connection ends. */
export const tokenChannels = ['key_changed', 'account_changed'];

const limits = { knownMax: 50_000, knownForMs: 10_000, unknownMax: 10_000, unknownForMs: 5_000 };

interface TokenPolicy extends Policy {
  keyHash: string;
  admitted: Admitted;
  openedAt: Date;
  tokenExpiresAt: Date;
}

interface Options {
  db: Db;
  pool: HotPool;
  clock: Clock;
  locks: LocksInForce;
}

export function openAgentTokens({ db, pool, clock, locks }: Options): AgentTokens {
  const policies = openCopies<TokenPolicy>({
    limits,
    clock,
    read: (hashes) => readPolicies(db, pool, hashes),
  });

  const decide = (policy: TokenPolicy | null, table: LockTable, address: string): Admitted | Failure => {
    const now = clock.now();
    if (!policy || policy.tokenExpiresAt <= now) return new Failure('agent_token_invalid');
    const judged = judge(policy, table, address, now);
    if (judged instanceof Failure)
      return judged.code === 'invalid_key' ? new Failure('agent_token_invalid') : judged;
    // A lock that is over has ended what was connected before.
    return table.heldAfter(policy.subjects, policy.openedAt)
      ? new Failure('agent_token_invalid')
      : policy.admitted;
  };

  const decideOnceRead = async (policy: Promise<TokenPolicy | null>, address: string) =>
    decide(await policy, await locks.table(), address);

  return {
    authenticate(text, address) {
      const hash = accessHashOf(text);
      const policy = hash === null ? null : policies.get(hash);
      if (policy === null) return new Failure('agent_token_invalid');
      if (policy instanceof Promise) return decideOnceRead(policy, address);
      const table = locks.table();
      return table instanceof Promise
        ? table.then((read) => decide(policy, read, address))
        : decide(policy, table, address);
    },
    forgetConnections: (ids) =>
      policies.dropWhere(({ admitted }) => ids.includes(admitted.credential.keyId), { andUnknown: false }),
    onChange(channel, payload) {
      policies.dropWhere(
        channel === 'key_changed'
          ? ({ keyHash }) => keyHash === payload
          : ({ credential }) => String(credential.account.id) === payload,
        { andUnknown: false },
      );
    },
    onFeedLost: policies.onFeedLost,
    onFeedRestored: policies.onFeedRestored,
  };
}

async function readPolicies(
  db: Db,
  pool: HotPool,
  hashes: readonly string[],
): Promise<(TokenPolicy | null)[]> {
  const tokens = await accessTokens(pool, hashes);
  const keys = await keysById(
    db,
    tokens.flatMap((token) => token?.id ?? []),
  );
  const byId = new Map(keys.flatMap((key) => (key ? [[key.id, key]] : [])));
  return tokens.map((token) => {
    const key = token && byId.get(token.id);
    if (!key) return null;
    const policy = policyOf(key);
    const credential = { ...policy.credential, keyId: key.id };
    return {
      ...policy,
      keyHash: token.key_hash,
      admitted: { credential, scopes: token.scopes },
      openedAt: token.created_at,
      tokenExpiresAt: token.expires_at,
    };
  });
}
