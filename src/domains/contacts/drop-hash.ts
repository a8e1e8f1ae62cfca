import { hash } from 'node:crypto';

// California's Delete Act list (DROP) names people only by these digests: base64 of SHA-256 over the standardised UTF-8.
const dropHash = (standardised: string): string => hash('sha256', standardised, 'base64');

/** DROP's digest of an e-mail address: trimmed and lower-cased, dots and plus tags kept. */
export const dropHashOfEmail = (address: string): string => dropHash(address.trim().toLowerCase());

/** DROP's digest of a phone number in any notation: its digits only, the last ten of them. */
export const dropHashOfPhone = (number: string): string => dropHash(number.replace(/\D/g, '').slice(-10));
