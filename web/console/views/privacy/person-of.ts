import type { Person } from './types.ts';

/** What a line of text names. An address has an @ and no slash; a number has hardly anything but digits; all else is a link. */
export function personOf(text: string): Person {
  if (text.includes('@') && !text.includes('/')) return { email: text };
  return /^[+(]?[\d\s().-]{5,}$/.test(text) ? { phone: text } : { profile_url: text };
}

/** The members that were filled in. */
export const filledIn = ({ profile_url, email, phone }: Person): Person =>
  Object.fromEntries(Object.entries({ profile_url, email, phone }).filter(([, text]) => text));
