import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/concurrency/batch.ts';
import type { Db } from '#core/context.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { suppressedAmong, suppressionKeysOf } from '#domains/suppression/index.ts';
import { verdictsUnlessSuppressed } from '#domains/verification/index.ts';
import { type ContactSet, noContacts } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { withoutPerson } from '../paying/answers.ts';
import type { KeyRefusal } from '../paying/complete-batch.ts';
import { failFind } from '../paying/pay.ts';
import type { FindAnswer } from '../shapes.ts';

type Credential = Pick<KeyCredential, 'keyId' | 'hasPriority'>;

/**
 * Opens the check of keys that were banned or revoked, which applies on every process at once. Completing a lookup checks the key in
 * the database; replays, joined lookups and lookups that ask sources are checked here.
 */
export function openKeyCheck(pool: HotPool) {
  const refusalOf = batch<Credential, KeyRefusal | null>({
    name: 'key_check',
    run: (keys) =>
      keyRefusals(
        pool,
        keys.map(({ keyId }) => keyId),
      ),
    hasPriority: (key) => key.hasPriority,
  });
  return async (key: Credential): Promise<void> => {
    const refusal = await refusalOf(key);
    if (refusal) failFind(refusal);
  };
}

/** Why each of these keys may no longer be used, according to the database. Null for a key that may. */
async function keyRefusals(
  pool: HotPool,
  keyIds: readonly (string | null)[],
): Promise<(KeyRefusal | null)[]> {
  const { rows } = await pool.query<{ id: string; is_revoked: boolean }>({
    name: 'lookup_key_refusals',
    text: `select id, revoked_at is not null as is_revoked from api_key
      where id = any ($1) and (banned_at is not null or revoked_at is not null)`,
    values: [keyIds],
  });
  const refused = new Map(
    rows.map(({ id, is_revoked }) => [id, is_revoked ? 'invalid_key' : 'key_banned'] as const),
  );
  return keyIds.map((id) => (id && refused.get(id)) || null);
}

/** Opens the check of the suppression list: before any source is asked, and again after their answers are merged. */
export function openPersonCheck(db: Db, pepper: string) {
  const isSuppressed = async (
    profile: Pick<ProfileLink, 'url'>,
    contacts: Pick<ContactSet, 'emails' | 'phones'> | null,
  ): Promise<boolean> => {
    const keys = suppressionKeysOf(pepper, profile.url, contacts ?? noContacts);
    return (await suppressedAmong(db, keys)).size > 0;
  };
  return {
    isSuppressed,
    /** Verdicts on the contacts' emails, in one statement with the check; null if the person is suppressed. */
    verdictsOn: (profile: Pick<ProfileLink, 'url'>, contacts: Pick<ContactSet, 'emails' | 'phones'>) =>
      verdictsUnlessSuppressed(db, suppressionKeysOf(pepper, profile.url, contacts)),
    /** A stored answer without a person who was suppressed since. */
    async disclosable(answer: FindAnswer): Promise<FindAnswer> {
      const isHidden = await isSuppressed(answer.profile, answer);
      return isHidden && answer.status === 'completed' ? withoutPerson(answer) : answer;
    },
  };
}
