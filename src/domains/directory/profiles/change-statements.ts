import type { ContactSet, Provenance, Sources } from '#values/contacts/index.ts';
import { emailContact, linkContact, phoneContact } from '#values/contacts/index.ts';
import { hasContacts } from '../rows/row.ts';
import type { Statement } from './statements.ts';

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
