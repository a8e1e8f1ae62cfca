import type { Admitted } from './admit.ts';
import type { Call } from './call.ts';
import type { RequestFacts } from './context.ts';
import { ValidationFailure } from './failure.ts';
import type { AnswerClaim } from './kernel.ts';
import { storesAnswers } from './operation.ts';
import { unstorable } from './storable-text.ts';

const keyLengthMax = 255;

/** Refuses with 422 an `Idempotency-Key` that can't be stored. */
export function checkIdempotencyKey({ idempotencyKey: key }: RequestFacts): void {
  if (key === null) return;
  const fault =
    key.length >= 1 && key.length <= keyLengthMax
      ? unstorable(key)
      : { msg: `String should have 1 to ${keyLengthMax} characters`, type: 'value_error' };
  if (fault) throw new ValidationFailure([{ loc: ['header', 'idempotency-key'], ...fault }]);
}

/** The first answer that a call would leave under its key; null where none is stored. */
export function claimOf({ declared, admitted, input, account }: Call): AnswerClaim | null {
  const { idempotencyKey } = admitted.request;
  if (idempotencyKey === null || !storesAnswers(declared)) return null;
  return {
    scope: account ? `account:${account.id}` : scopeOf(admitted),
    key: idempotencyKey,
    operation: declared.id,
    input,
    sealed: declared.secretAnswer ?? false,
  };
}

/** Strangers have nothing but their address to be told apart by. */
const scopeOf = ({ caller, request }: Admitted): string =>
  caller.kind === 'anonymous' || caller.kind === 'provider'
    ? `${caller.kind}:${request.address}`
    : caller.kind;
