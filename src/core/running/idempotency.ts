import { hash } from 'node:crypto';
import type { RequestFacts } from '../context.ts';
import { ValidationFailure } from '../failure.ts';
import { digest } from '../ids.ts';
import { unstorable } from '../input/text-rules.ts';
import type { AnswerClaim } from '../kernel.ts';
import { storesAnswers } from '../operation.ts';
import type { Call } from './run-context.ts';

/**
 * Identifies a caller without a credential, because others may have the same address and choose the same key. 22 characters of base64
 * are 128 bits.
 */
export const idempotencySecret = { name: 'idempotency-secret', lengthMin: 22, lengthMax: 255 } as const;
const idempotencyKey = { name: 'idempotency-key', lengthMin: 1, lengthMax: 255 } as const;

/** Fails with 422 if the `Idempotency-Key` can't be stored, or if a caller without a credential sends a secret that can be guessed. */
export function checkIdempotencyKey({ idempotencyKey: key, access, headers }: RequestFacts): void {
  if (key === null) return;
  const secret = access === 'public' ? headers[idempotencySecret.name] : undefined;
  const faults = [
    ...faultsOf(idempotencyKey, key),
    ...(secret === undefined ? [] : faultsOf(idempotencySecret, secret)),
  ];
  if (faults.length > 0) throw new ValidationFailure(faults);
}

function faultsOf(
  { name, lengthMin, lengthMax }: typeof idempotencyKey | typeof idempotencySecret,
  text: string,
) {
  const fault =
    text.length >= lengthMin && text.length <= lengthMax
      ? unstorable(text)
      : { msg: `String should have ${lengthMin} to ${lengthMax} characters`, type: 'value_error' };
  return fault ? [{ loc: ['header', name], ...fault }] : [];
}

/** The key under which the call stores its first answer, or null if it stores none. */
export function claimOf(call: Call): AnswerClaim | null {
  const { declared, admitted, given } = call;
  const { idempotencyKey: key } = admitted.request;
  const scope = key !== null && storesAnswers(declared) ? scopeOf(call) : null;
  if (key === null || scope === null) return null;
  return {
    scope,
    key,
    operation: declared.id,
    input: fileOf(admitted.request) ? { ...given, file: fileOf(admitted.request) } : given,
    sealed: declared.secretAnswer ?? false,
  };
}

/** The digest of a file that was sent in place of members. */
const fileOf = ({ upload }: RequestFacts): string | null =>
  upload && Buffer.isBuffer(upload.body) ? hash('sha256', upload.body) : null;

/** The key's owner: the account, even one that doesn't exist yet. Null if the caller can't be identified. */
function scopeOf({ admitted: { caller, request }, account, input }: Call): string | null {
  if (account) return `account:${account.id}`;
  if (caller.kind === 'internal' && typeof input.account_id === 'string')
    return `account_id:${input.account_id}`;
  if (caller.kind !== 'anonymous') return caller.kind;
  const secret = request.headers[idempotencySecret.name];
  return secret === undefined ? null : `anonymous:${digest(secret).toString('hex')}`;
}
