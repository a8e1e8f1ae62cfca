import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. The browser keeps the token, the database its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHashOf = (token: string): string => hash('sha256', token, 'hex');

export const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text);
