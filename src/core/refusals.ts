import type { Access } from './access.ts';
import { type Door, mayHaveBody } from './door.ts';
import { type Operation, storesAnswers } from './operation.ts';

/** Refusals at any address: of what is not HTTP as it should be, and of what nobody foresaw. No operation declares them. */
export const refusalsAnywhere: readonly string[] = [
  'malformed_request',
  'request_incomplete',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal_error',
];

const refusalsOfAccess: Readonly<Record<Access, readonly string[]>> = {
  public: [],
  signed: [],
  key: [
    'missing_credential',
    'invalid_key',
    'key_expired',
    'key_banned',
    'ip_not_allowed',
    'account_locked',
    'rate_limited',
  ],
  extension: ['missing_credential'],
  internal: ['invalid_secret', 'rate_limited'],
  admin: ['invalid_secret', 'rate_limited'],
};

/** Whether a repeat with the same `Idempotency-Key` gets the first answer; who keeps its own answers says so by its refusal. */
export const takesIdempotencyKey = (declared: Operation, door: Door): boolean =>
  door.method === 'POST' && (storesAnswers(declared) || declared.errors.includes('idempotency_conflict'));

/** Every code that an operation may be refused with through a door: its own, and those that come before it is asked. */
export function refusalsOf(declared: Operation, door: Door): ReadonlySet<string> {
  const actsForAccount = door.access === 'internal' && declared.account === 'required';
  const actsAsKey = door.access === 'internal' && declared.actsAs === 'key';
  return new Set([
    ...declared.errors,
    ...refusalsOfAccess[door.access],
    // Also a parameter that can't be decoded or is too long for any address.
    ...(actsForAccount || actsAsKey || door.path.includes('{') ? ['not_found'] : []),
    ...(actsAsKey ? ['account_locked', 'rate_limited'] : []),
    ...(takesIdempotencyKey(declared, door) ? ['idempotency_conflict'] : []),
    ...(declared.kind === 'process' && takesIdempotencyKey(declared, door) && storesAnswers(declared)
      ? ['idempotency_key_in_use']
      : []),
    ...(mayHaveBody(door) ? ['body_too_large', 'unsupported_media_type'] : []),
    'overloaded',
    'database_unavailable',
  ]);
}
