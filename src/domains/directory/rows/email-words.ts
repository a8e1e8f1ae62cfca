import type { EmailContact } from '#values/contacts/index.ts';
import { isEmptyMarker } from './cell-values.ts';

// Providers' words for addresses that were never seen (`Extrapolated` is Apollo's).
const guess = /\b(?:guess|extrapolat|predict|possible|probable|inferred|pattern|generated|estimated|synthe)/i;

/** Whether a status says that the address was guessed, not seen. */
export const isGuessed = (status: string): boolean => guess.test(status);

const plainWords = new Set(
  'verified valid deliverable confirmed correct ok good safe true yes user_managed seen published'.split(' '),
);

const checked: Record<string, EmailContact['status']> = {
  verified: 'verified',
  valid: 'verified',
  deliverable: 'verified',
  accept_all: 'accept_all',
  catch_all: 'accept_all',
  unverified: 'unverified',
  invalid: 'invalid',
  undeliverable: 'invalid',
  bounced: 'invalid',
};

/** Result of a check, in the file's words. */
export const checkedStatus = (status: string): EmailContact['status'] =>
  checked[plainWord(status)] ?? 'unknown';

const plainWord = (status: string): string =>
  status
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Whether a status leaves open that the address was guessed: a number, or a word that we don't know. */
export const isUnclear = (status: string): boolean =>
  status !== '' && !isGuessed(status) && !plainWords.has(plainWord(status));

/** The text that decides: a guess before anything unclear, and that before a plain word. */
export function decisiveStatus(texts: readonly string[]): string {
  const said = texts
    .map((text) => text.trim())
    .filter((text) => text !== '' && !isEmptyMarker('email_status', text));
  return said.find(isGuessed) ?? said.find(isUnclear) ?? said[0] ?? '';
}

type EmailType = EmailContact['type'];

const words: Record<EmailType, string> = {
  work: 'work business office job professional',
  personal: 'personal home private',
  role: 'role company general shared',
  unknown: 'unknown other main internet smtp ex',
};
const typesByWord = new Map(
  Object.entries(words).flatMap(([type, list]) => list.split(' ').map((word) => [word, type as EmailType])),
);

/** The type a word in a file stands for, such as `Work`, `Home` or Google's `* Work`. Null when it is unknown. */
export const emailTypeNamed = (word: string): EmailType | null =>
  typesByWord.get(word) ??
  typesByWord.get(
    word
      .trim()
      .replace(/^\*\s*/, '')
      .toLowerCase(),
  ) ??
  null;
