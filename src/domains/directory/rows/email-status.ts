import { isEmptyMarker } from './cell-values.ts';

// Providers' words for addresses that nobody has seen (`Extrapolated` is Apollo's).
const guess = /\b(?:guess|extrapolat|predict|possible|probable|inferred|pattern|generated|estimated|synthe)/i;

/** Whether a status says that the address was guessed, not seen. */
export const isGuessed = (status: string): boolean => guess.test(status);

const plainWords = new Set(
  'verified valid deliverable confirmed correct ok good safe true yes user_managed seen published'.split(' '),
);

/** Whether a status leaves open that the address was guessed: a number, or a word that we don't know. */
export const isUnclear = (status: string): boolean =>
  status !== '' && !isGuessed(status) && !plainWords.has(status.trim().toLowerCase().replace(/\s+/g, '_'));

/** The text that decides: a guess before anything unclear, and that before a plain word. */
export function decisiveStatus(texts: readonly string[]): string {
  const said = texts
    .map((text) => text.trim())
    .filter((text) => text !== '' && !isEmptyMarker('email_status', text));
  return said.find(isGuessed) ?? said.find(isUnclear) ?? said[0] ?? '';
}
