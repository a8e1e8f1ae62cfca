import { signal } from '@preact/signals';
import type { Person } from './types.ts';

/** The person that the palette opened the page for. It is a person, so it stays out of the address. */
export const soughtPerson = signal<Person | null>(null);

/** Reads an identifier. An email has an @ and no slash, a number is mostly digits, and anything else is a link. */
export function personOf(text: string): Person {
  if (text.includes('@') && !text.includes('/')) return { email: text };
  return /^[+(]?[\d\s().-]{5,}$/.test(text) ? { phone: text } : { profile_url: text };
}

/** The members that were filled in. */
export const filledIn = ({ profile_url, email, phone }: Person): Person =>
  Object.fromEntries(Object.entries({ profile_url, email, phone }).filter(([, text]) => text));
