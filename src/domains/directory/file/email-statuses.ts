import { listed } from '#values/contact-files/headers/header-meanings.ts';
import { decisiveStatus, isUnclear } from '../rows/email-words.ts';

/** A column's statement about emails. */
export interface SaidStatus {
  header: string;
  text: string;
}

/** Reads statuses, and collects the columns whose texts leave open whether an address was guessed. */
export interface EmailStatuses {
  /** The status that decides. Empty if none says anything. */
  read(said: readonly SaidStatus[]): string;
  warnings(): string[];
}

const namesKeptMax = 100;

export function openEmailStatuses(): EmailStatuses {
  const unclear = new Set<string>();
  return {
    read(said) {
      if (said.length === 0) return '';
      for (const { header, text } of said) {
        if (unclear.size < namesKeptMax && isUnclear(decisiveStatus([text]))) unclear.add(header);
      }
      return decisiveStatus(said.map(({ text }) => text));
    },
    warnings: () => (unclear.size > 0 ? [unclearStatuses(listed([...unclear]))] : []),
  };
}

/** Exporters' names for the column with their certainty of an address. */
const words =
  '(?:verification|validation)?(?:status|score|level|grade|result)|verification|validation|verified|confidence(?:score|level)?|validity|quality|accuracy|certainty';
const statusForm = new RegExp(`^(.*e?mails?(?:address)?\\d*(?:value|address)?)(?:${words})\\d*$`);

/** `E-mail 1 - Value` and `email_1` are the same column. */
const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{M}\d]+/gu, '');
const emailForm = (header: string): string => plain(header).replace(/(?:value|address)$/, '');
const withoutNumbers = (form: string): string => form.replace(/\d+/g, '');

const headerLengthMax = 200;

/** The email column that a status column is named after: `work email 1` for `Work Email 1 Status`. Null for other columns. */
const namesake = (header: string): string | null => {
  const found = header.length <= headerLengthMax ? statusForm.exec(plain(header)) : null;
  return found ? emailForm(found[1]!) : null;
};

export const isNamedLikeStatus = (header: string): boolean => namesake(header) !== null;

/** A column of a file, or a member of an object. */
export interface Named<Key> {
  key: Key;
  name: string;
}

/** Bound the work for each row, however a file repeats its columns. */
const statusesPerEmailMax = 4;
const alikeMax = 10;

/**
 * The status columns of each email column, by name. A status column without its namesake is about those that differ in the
 * number alone, else about the only email column there is. One that could be about any of several is left out.
 */
export function matchStatuses<Key>(
  statuses: readonly Named<Key>[],
  emails: readonly Named<Key>[],
): Map<Key, Key[]> {
  const exact = Map.groupBy(emails, ({ name }) => emailForm(name));
  const alike = Map.groupBy(emails, ({ name }) => withoutNumbers(emailForm(name)));
  const found = new Map<Key, Key[]>();
  for (const { key, name } of statuses) {
    const wanted = namesake(name) ?? '';
    const numbered = alike.get(withoutNumbers(wanted)) ?? [];
    const about = exact.get(wanted) ?? (numbered.length > 0 || emails.length !== 1 ? numbered : emails);
    for (const email of about.slice(0, alikeMax)) {
      const those = found.get(email.key) ?? [];
      if (those.length < statusesPerEmailMax) found.set(email.key, [...those, key]);
    }
  }
  return found;
}

const alarming = /guess|predict|extrapolat|confidence|verification|verified|validity/i;
/** `Primary Email Last Verified At` and `Primary Email Verification Source` say nothing about a guess. */
const harmless = /(?:\bat|\bon|date|source)$/i;

/** Whether an unread column may mark addresses as guessed. */
export const mayTellOfGuesses = (header: string): boolean =>
  isNamedLikeStatus(header) || (alarming.test(header) && !harmless.test(header.trim()));

export const unreadStatuses = (names: string): string =>
  `Guessed addresses may be among those read: ${names} may mark them, but can't be matched to an email column. Name it like that ` +
  'column plus "Status", such as Work Email and Work Email Status, or map it to `map=email_status=…` or `map=ignore=…`.';

export const unclearStatuses = (names: string): string =>
  `Guessed addresses may be among those read: ${names} has texts that say neither that an address was seen nor that it was guessed. ` +
  'Their addresses were taken. Remove the ones that you do not trust.';
