import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import { type ContactSet, mergeContacts, noContacts } from '#values/contacts/index.ts';

/** What one import, or an operator, contributed to a profile. */
export interface Statement {
  importId: string;
  contacts: ContactSet;
}

/** Takes the place of an import's id for values that an operator entered. */
export const byOperator = 'operator';

export interface StatementToWrite {
  hash: string;
  importId: string;
  contactsJson: string;
}

/** Replaces the import's earlier statements. The caller has locked the profiles' rows. */
export async function writeStatements(db: Db, statements: readonly StatementToWrite[]): Promise<void> {
  if (statements.length === 0) return;
  await sql`
    insert into directory_statement (profile_hash, import_id, contacts)
    select given.hash, given.import_id, given.contacts::json
    from unnest(
      string_to_array(${listAsText(statements, ({ hash }) => hash)}, ${itemEnd})::uuid[],
      string_to_array(${listAsText(statements, ({ importId }) => importId)}, ${itemEnd}),
      string_to_array(${listAsText(statements, ({ contactsJson }) => contactsJson)}, ${itemEnd})
    ) as given (hash, import_id, contacts)
    order by given.hash, given.import_id
    on conflict (profile_hash, import_id) do update set contacts = excluded.contacts`.execute(db);
}

export async function deleteStatements(db: Db, hashes: readonly string[]): Promise<void> {
  await sql`delete from directory_statement where profile_hash = any (${hashes}::uuid[])`.execute(db);
}

/** Merges all statements, ordered by import so that the result is stable. */
export const mergedContacts = (statements: readonly Statement[]): ContactSet =>
  [...statements]
    .sort((one, other) => (one.importId < other.importId ? -1 : 1))
    .reduce<ContactSet>((said, { contacts }) => mergeContacts(said, contacts), noContacts);
