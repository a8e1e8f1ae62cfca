import type { AccountRef, KeyCredential } from '#core/access.ts';
import { Failure, failWith } from '#core/failure.ts';
import type { SetHeader } from '#core/kernel.ts';
import type { PlanTier } from '#core/parts/plan-tier.ts';
import { port } from '#core/ports.ts';
import type { Admission, RateLimiter } from '#core/rate-limiter.ts';
import type { LocksInForce } from '#domains/identity/index.ts';
import { banDetailOf, type Key, statusOf, tierOf } from '../rules.ts';
import { currentKeyOf, keylessAccount, newestInPlaceOf } from '../sql/keys.ts';
import type { KeyUses } from './key-uses.ts';
import { beyondChosen, beyondLimit, beyondWithoutKey, countGuess, limitHeaders } from './limit-refusal.ts';
import { credentialOf, keylessCredential, subjectsOfKey } from './policy.ts';
import { openViolations, type ViolationsOptions } from './violations.ts';

const fail = failWith(['missing_credential', 'no_active_key', 'key_banned', 'account_locked']);

/** Admits requests by key or by account, within the key's rate limit. Throws a `Failure` to refuse. */
export interface KeyGate {
  /** Fails with `missing_credential`, `rate_limited`, or any refusal of the keyring. */
  admitKey(authorization: string | undefined, address: string, header: SetHeader): Promise<KeyCredential>;
  /**
   * Acts for the account on its pages: with its active key, from any address, or without a key at the account's own rate. Fails
   * with `key_banned` if a key was banned for its rate, with `account_locked` or with `rate_limited`.
   */
  admitAsAccount(account: AccountRef, header: SetHeader): Promise<KeyCredential>;
  /**
   * The same for a person who holds a session of the account, from the person's address. The addresses that the key is
   * restricted to are those of servers, so they don't apply. Fails with `no_active_key`, `key_banned`, `account_locked` or
   * `rate_limited`.
   */
  admitSession(account: AccountRef, address: string, header: SetHeader): Promise<KeyCredential>;
  /** Counts a request of an agent's connection, which has been admitted with this credential. Fails with `rate_limited`. */
  admitConnection(
    credential: KeyCredential & { keyId: string },
    header: SetHeader,
  ): KeyCredential | Promise<KeyCredential>;
  /** The account's tier, from its current key. */
  tierOf(account: number): Promise<PlanTier>;
  /**
   * With what work continues that was begun with this key: the key, or the one that replaced it. Without a key, the account.
   * `key`: it was banned or revoked. `locked`: a lock holds its account.
   */
  standingOf(begun: { account: number; key_id: string | null }): Promise<KeyCredential | 'key' | 'locked'>;
}

export const KeyGate = port<KeyGate>('key-gate');

export interface KeyGateOptions extends ViolationsOptions {
  rateLimiter: RateLimiter;
  locks: LocksInForce;
  uses: Pick<KeyUses, 'used'>;
}

export function openKeyGate(options: KeyGateOptions): KeyGate {
  const { db, keyring, rateLimiter, locks, uses, clock } = options;
  const limited = openKeyLimit(options);

  return {
    async admitKey(authorization, address, header) {
      const text = bearerOf(authorization) ?? fail('missing_credential');
      const judgement = keyring.authenticate(text, address);
      const answer = judgement instanceof Promise ? await judgement : judgement;
      if (!(answer instanceof Failure)) {
        if (answer.keyId !== null) uses.used(answer.keyId);
        return limited(answer, header);
      }
      if (answer.code === 'invalid_key') await countGuess(rateLimiter, 'key', address);
      throw answer;
    },
    async admitAsAccount(account, header) {
      const now = clock.now();
      const key = await currentKeyOf(db, account.id, now);
      const acting = key && statusOf(key, now) === 'active' ? key : await keylessAccount(db, account.id);
      if ('is_banned' in acting && acting.is_banned) return fail('key_banned', { detail: bannedWithoutKey });
      const table = await locks.table();
      if (table.holds(subjectsOfKey(acting), clock.now())) return fail('account_locked');
      return limited('is_banned' in acting ? keylessCredential(acting) : ofPerson(acting), header);
    },
    async admitSession(account, address, header) {
      const now = clock.now();
      const key = await currentKeyOf(db, account.id, now);
      const status = key && statusOf(key, now);
      if (status === 'banned') return fail('key_banned', { detail: banDetailOf(key!) ?? undefined });
      if (!key || status !== 'active') return fail('no_active_key');
      const table = await locks.table();
      if (table.holds(subjectsOfKey(key), now) || table.holdsAddress(address, now))
        return fail('account_locked');
      return limited(ofPerson(key), header);
    },
    admitConnection(credential, header) {
      uses.used(credential.keyId);
      return limited(credential, header);
    },
    async tierOf(account) {
      const key = await currentKeyOf(db, account, clock.now());
      return key ? tierOf(key) : keylessCredential(await keylessAccount(db, account)).tier;
    },
    async standingOf({ account, key_id }) {
      const acting = key_id === null ? await keylessAccount(db, account) : await newestInPlaceOf(db, key_id);
      if (!acting || ('is_banned' in acting ? acting.is_banned : acting.banned_at || acting.revoked_at))
        return 'key';
      const table = await locks.table();
      if (table.holds(subjectsOfKey(acting), clock.now())) return 'locked';
      return 'is_banned' in acting ? keylessCredential(acting) : credentialOf(acting);
    },
  };
}

/** The rate that an account chose for a key slows programs down, not the people who act with it. */
const ofPerson = (key: Key): KeyCredential => ({ ...credentialOf(key), chosenRatePerMin: null });

const bannedWithoutKey =
  'A key of this account repeatedly exceeded its rate limit and is banned. The operator of this service can lift the ban.';

/** RFC 6750 §2.1. The scheme's name is case-insensitive (RFC 9110 §11.1). */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];

/** Counts a request of a key. Within the limit it returns the credential, without a promise if this process counts alone. */
function openKeyLimit(options: KeyGateOptions) {
  const noteViolation = openViolations(options);
  const refuse = async (credential: KeyCredential, admission: Admission): Promise<never> => {
    if (credential.keyId !== null) await noteViolation(credential.keyId, admission);
    const refusal = beyondLimit(
      admission,
      credential.keyId === null ? { detail: beyondWithoutKey(admission) } : {},
    );
    refusal.key = credential;
    throw refusal;
  };

  const limited = (
    credential: KeyCredential,
    header: SetHeader,
    ofKey: Admission | null = null,
  ): KeyCredential | Promise<KeyCredential> => {
    const decide = (admission: Admission) => {
      const tighter = ofKey && ofKey.remaining < admission.remaining ? ofKey : admission;
      const said = limitHeaders('key', admission.admitted ? tighter : admission);
      header('RateLimit-Policy', said['RateLimit-Policy']);
      header('RateLimit', said.RateLimit);
      return admission.admitted ? credential : refuse(credential, admission);
    };
    const admission = options.rateLimiter.admit(`key:${credential.countedAs}`, credential.rateLimitPerMin);
    return admission instanceof Promise ? admission.then(decide) : decide(admission);
  };

  /** Counted before the account's rate, so that a key which its account slowed down takes nothing from the others. No violation. */
  async function limitedTwice(credential: KeyCredential, chosen: number, header: SetHeader) {
    const perMin = Math.min(chosen, credential.rateLimitPerMin);
    const admission = await options.rateLimiter.admit(`key-alone:${credential.keyId}`, perMin);
    if (admission.admitted) return limited(credential, header, admission);
    for (const [name, value] of Object.entries(limitHeaders('key', admission))) header(name, value);
    const refusal = beyondLimit(admission, { detail: beyondChosen(admission) });
    refusal.key = credential;
    throw refusal;
  }

  return (credential: KeyCredential, header: SetHeader) => {
    const { chosenRatePerMin: chosen } = credential;
    return chosen === null ? limited(credential, header) : limitedTwice(credential, chosen, header);
  };
}
