import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { failWith } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import type { AnswerClaim } from '#core/kernel.ts';

const fail = failWith(['idempotency_conflict']);

const unreadable =
  'This key was used before, and its answer can no longer be decrypted because SUPPRESSION_PEPPER has changed. ' +
  'Use a new key.';

const sealingKey = (pepper: string, { scope, key }: AnswerClaim) =>
  Buffer.from(hkdfSync('sha256', pepper, digest(scope, key), 'contactry answer', 32));

/** Encrypts a value so that reading it takes both the caller's key and the pepper. */
export function seal(pepper: string, claim: AnswerClaim, value: unknown): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(pepper, claim), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value ?? null)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Fails with `idempotency_conflict` if the value was sealed with another pepper. */
export function unseal(pepper: string, claim: AnswerClaim, stored: string): unknown {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(pepper, claim), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
  } catch (cause) {
    return fail('idempotency_conflict', { detail: unreadable, cause });
  }
}
