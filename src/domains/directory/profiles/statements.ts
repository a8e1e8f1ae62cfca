import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import {
  type ContactSet,
  emailContact,
  linkContact,
  mergeContacts,
  noContacts,
  type Provenance,
  phoneContact,
  type Sources,
} from '#values/contacts/index.ts';
import { hasContacts } from '../rows/row.ts';

/** The contribution of one import, or of an operator, to a profile. */
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

/** The statements of all other imports. Returns the same list when the import made none. */
export function withoutImport(statements: Statement[], importId: string): Statement[] {
  const others = statements.filter((statement) => statement.importId !== importId);
  return others.length === statements.length ? statements : others;
}

/** Removes a source: values that only it showed go, and so do statements left without values. */
export function withoutSource(statements: Statement[], source: string): Statement[] {
  let isChanged = false;
  const left = statements.flatMap((statement) => {
    const contacts = contactsWithout(statement.contacts, source);
    if (contacts === statement.contacts) return [statement];
    isChanged = true;
    return hasContacts(contacts) ? [{ ...statement, contacts }] : [];
  });
  return isChanged ? left : statements;
}

function contactsWithout(contacts: ContactSet, source: string): ContactSet {
  const isNamed = ({ sources }: { sources: Sources }) => sources.some((one) => one.source === source);
  const { emails, phones, links } = contacts;
  if (![...emails, ...phones, ...links].some(isNamed)) return contacts;
  const keep = <Value extends { sources: Sources }>(
    values: Value[],
    make: (value: Omit<Value, 'first_seen' | 'last_seen'>, sources: Sources) => Value,
  ): Value[] =>
    values.flatMap((value) => {
      if (!isNamed(value)) return [value];
      const [first, ...others]: Provenance[] = value.sources.filter((one) => one.source !== source);
      if (!first) return [];
      // Sightings are derived from the remaining sources.
      return [make({ ...value, first_seen: undefined, last_seen: undefined }, [first, ...others])];
    });
  return {
    ...contacts,
    emails: keep(emails, emailContact),
    phones: keep(phones, phoneContact),
    links: keep(links, linkContact),
  };
}

/** Identifies one value of a profile by its unique key. */
export type ValueNamed =
  | { list: 'emails'; address: string }
  | { list: 'phones'; number: string }
  | { list: 'links'; url: string };

const isNamed = (value: object, { list: _, ...key }: ValueNamed): boolean =>
  Object.entries(key).every(([name, text]) => (value as Record<string, unknown>)[name] === text);

/** Removes the value from every statement. Returns the same list when none has it. */
export function withoutValue(statements: Statement[], named: ValueNamed): Statement[] {
  let isChanged = false;
  const left = statements.map((statement) => {
    const values: object[] = statement.contacts[named.list];
    const others = values.filter((value) => !isNamed(value, named));
    if (others.length === values.length) return statement;
    isChanged = true;
    return { ...statement, contacts: { ...statement.contacts, [named.list]: others } };
  });
  return isChanged ? left.filter(({ contacts }) => hasValues(contacts)) : statements;
}

const hasValues = (contacts: ContactSet): boolean =>
  hasContacts(contacts) || Object.values(contacts.person).some((text) => text !== null);
