import type { Answer, Request } from '#client';

export type Key = Answer<'GET /internal/keys/by-account/{account_id}'>['items'][number];
export type NewKey = Request<'POST /internal/keys/by-account/{account_id}'>['body'];

/** The name of a key, or how it begins. Keys that were made without a name have only their beginning. */
export const nameOf = ({ name, prefix }: Pick<Key, 'name' | 'prefix'>): string => name || `${prefix}…`;

/** Two keys may have the same name, for example while one replaces the other. */
export const labelOf = ({ name, prefix }: Pick<Key, 'name' | 'prefix'>): string =>
  name ? `${name} (${prefix}…)` : `${prefix}…`;

export const works = ({ status }: Key): boolean => status === 'active';

/** It will never work again. A ban for exceeding the rate can be lifted. */
export const isOver = ({ status, replaced_by }: Key): boolean =>
  status === 'revoked' || status === 'expired' || (status === 'banned' && replaced_by !== null);

/** Addresses as the API takes them, however a person separates them. */
export const addressesIn = (text: string): string => text.trim().replaceAll(/[\s,;]+/g, ',');

/** A new key lasts for ever, or one of these. */
export const lifetimes = [
  ['', 'No expiry'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;
