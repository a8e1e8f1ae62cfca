import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Admitted } from './admit.ts';
import type { Call } from './call.ts';
import type { RequestFacts } from './context.ts';
import { ValidationFailure } from './failure.ts';
import type { AnswerClaim } from './kernel.ts';
import { storesAnswers } from './operation.ts';
import { unstorable } from './storable-text.ts';

const keyLengthMax = 255;

/** Fails with 422 if the `Idempotency-Key` can't be stored. */
export function checkIdempotencyKey({ idempotencyKey: key }: RequestFacts): void {
  if (key === null) return;
  const fault =
    key.length >= 1 && key.length <= keyLengthMax
      ? unstorable(key)
      : { msg: `String should have 1 to ${keyLengthMax} characters`, type: 'value_error' };
  if (fault) throw new ValidationFailure([{ loc: ['header', 'idempotency-key'], ...fault }]);
}

/** What the call stores its first answer under, or null if it stores none. */
export function claimOf({ declared, admitted, given, account }: Call): AnswerClaim | null {
  const { idempotencyKey } = admitted.request;
  if (idempotencyKey === null || !storesAnswers(declared)) return null;
  return {
    scope: account ? `account:${account.id}` : scopeOf(admitted),
    key: idempotencyKey,
    operation: declared.id,
    input: fileOf(admitted.request) ? { ...given, file: fileOf(admitted.request) } : given,
    sealed: declared.secretAnswer ?? false,
  };
}

/** The digest of a file that was sent in place of members. */
const fileOf = ({ upload }: RequestFacts): string | null =>
  upload && Buffer.isBuffer(upload.body) ? hash('sha256', upload.body) : null;

/** Only the address tells one anonymous caller from another. */
const scopeOf = ({ caller, request }: Admitted): string =>
  caller.kind === 'anonymous' || caller.kind === 'provider'
    ? `${caller.kind}:${canonical(request.address)}`
    : caller.kind;

/** One spelling for each address (RFC 5952); an IPv4 address also when it comes mapped into IPv6. */
function canonical(address: string): string {
  if (!isIPv6(address)) return address;
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const mapped = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname);
  if (!mapped) return hostname;
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
