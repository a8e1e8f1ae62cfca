import type { EmailContact } from '#values/contacts/index.ts';
import { isEmptyMarker } from './cell-values.ts';

// Providers' words for addresses that nobody has seen (`Extrapolated` is Apollo's).
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
