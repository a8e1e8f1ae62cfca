import type { Person } from './types.ts';

/** Reads an identifier. An email has an @ and no slash, a number is mostly digits, and anything else is a link. */
export function personOf(text: string): Person {
  if (text.includes('@') && !text.includes('/')) return { email: text };
  return /^[+(]?[\d\s().-]{5,}$/.test(text) ? { phone: text } : { profile_url: text };
}

/** The members that were filled in. */
export const filledIn = ({ profile_url, email, phone }: Person): Person =>
  Object.fromEntries(Object.entries({ profile_url, email, phone }).filter(([, text]) => text));
