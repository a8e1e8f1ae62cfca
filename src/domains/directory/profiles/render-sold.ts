import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import { readVerdicts } from '#domains/verification/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { documentOf, verdictsBy } from './document.ts';

interface Rendered {
  hash: string;
  handle: string;
  contacts: ContactSet;
  checked: string | null;
  keys: string[];
}

/**
 * Writes what is sold of the profiles, if verdicts on their emails changed it. Imports can't write in the meantime, because the caller holds
 * the lock that their batches share. Rows are locked in hash order.
 */
export async function renderSold(db: Db, pepper: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const profiles = await rowsOf<Rendered>(db)`
    select profile_hash as hash, handle, contacts, checked::text as checked, suppression_keys as keys from directory_profile
    where profile_hash = any (${hashes}::uuid[]) order by profile_hash for update`;
  const verdictOn = verdictsBy(
    pepper,
    await readVerdicts(
      db,
      profiles.flatMap(({ keys }) => keys),
    ),
  );
  const changed = profiles.flatMap(({ hash, handle, contacts, checked }) => {
    const document = documentOf(contacts, handle, verdictOn);
    return document.checkedJson === (checked ?? '') ? [] : [{ hash, document }];
  });
  if (changed.length === 0) return;
  await sql`
    update directory_profile known set checked = nullif(given.checked, '')::json, holds = given.holds,
      version = nextval('directory_version')
    from unnest(
      ${changed.map(({ hash }) => hash)}::uuid[],
      string_to_array(${listAsText(changed, ({ document }) => document.checkedJson)}, ${itemEnd}),
      ${changed.map(({ document }) => document.holds)}::smallint[]
    ) as given (hash, checked, holds)
    where known.profile_hash = given.hash`.execute(db);
}

/** The emails of some profiles. */
export const emailsOf: NonNullable<PersonalDataStore['emailsOf']> = (db, hashes) =>
  rowsOf<{ hash: string; address: string; sources: string[] }>(db)`
    select profile_hash as hash, email ->> 'address' as address,
      array(select distinct said ->> 'source' from json_array_elements(email -> 'sources') said) as sources
    from directory_profile cross join lateral json_array_elements(contacts -> 'emails') email
    where profile_hash = any (${hashes}::uuid[])`;
