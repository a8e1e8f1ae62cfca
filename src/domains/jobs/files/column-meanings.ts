import type { Target } from '#values/contact-files/headers/columns.ts';
import { knownMeaning, plainForm } from '#values/contact-files/headers/header-meanings.ts';

const references = new Set(
  [
    'Client reference',
    'Your reference',
    'Reference',
    'Ref',
    'External ID',
    'Record ID',
    'Contact ID',
    'Lead ID',
    'ID',
  ].map(plainForm),
);

/** Headers of further exports and of lists written by hand that hold links. */
const linkForms = new Set(
  ['Links', 'Link', 'URLs', 'Profiles', 'Profile URLs', 'LinkedIn URLs', 'Default profile URL', 'Github'].map(
    plainForm,
  ),
);

/** A longer cell is no header. */
const headerLengthMax = 200;

const formOf = (header: string): string => plainForm(header.slice(0, headerLengthMax));

/** The lower of two is the better one. Null for a header that isn't known to hold profile links. */
export function linkRank(header: string): number | null {
  const meaning = knownMeaning(header.trim());
  if (meaning?.target === 'profile_url') return meaning.rank;
  return linkForms.has(formOf(header)) ? Number.MAX_SAFE_INTEGER : null;
}

const isReferenceHeader = (header: string): boolean => references.has(formOf(header));

/** The index of the first column with the customer's references, if there is one. */
export const referenceColumnOf = (names: readonly string[]): number[] => {
  const at = names.findIndex(isReferenceHeader);
  return at === -1 ? [] : [at];
};

/** The meaning of a header. One that only jobs know counts as a profile link, or is ignored. */
export const targetOf = (header: string): Target | null => {
  if (linkRank(header) !== null) return 'profile_url';
  return knownMeaning(header.trim())?.target ?? (isReferenceHeader(header) ? 'ignore' : null);
};

const nameParts = ['first_name', 'middle_name', 'last_name'] as const;

/** Indexes of the columns with the full name, or with its parts in order. May be empty. */
export function nameColumnsOf(names: readonly string[]): number[] {
  const targets = names.map((name) => knownMeaning(name.trim())?.target);
  const full = targets.indexOf('full_name');
  const parts = nameParts.map((part) => targets.indexOf(part)).filter((at) => at !== -1);
  return full === -1 || parts.length > 1 ? parts : [full];
}
