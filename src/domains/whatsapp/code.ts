import { createHmac, randomInt } from 'node:crypto';
import { digest } from '#core/ids.ts';
import { codeLimits } from './rules.ts';

/** Six random digits. */
export const newCode = (): string =>
  String(randomInt(10 ** codeLimits.digits)).padStart(codeLimits.digits, '0');

/** Keyed with the pepper: an unkeyed hash of six digits could be reversed by trying them all. */
export const codeDigest = (
  pepper: string,
  { account, number, code }: { account: number; number: string; code: string },
): Buffer =>
  createHmac('sha256', pepper)
    .update('whatsapp code')
    .update(digest(String(account), number, code))
    .digest();
