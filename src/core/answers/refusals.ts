import type { Access } from '../access.ts';
import { type Door, mayHaveBody, takesSessions } from '../door.ts';
import { mayUse, type Operation, storesAnswers } from '../operation.ts';

/** Errors that any address may return: malformed HTTP and unexpected failures. No operation declares them. */
export const refusalsAnywhere: readonly string[] = [
  'malformed_request',
  'request_incomplete',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal_error',
];

const refusalsOfKey = [
  'missing_credential',
  'invalid_key',
  'key_expired',
  'key_banned',
  'ip_not_allowed',
  'account_locked',
  'rate_limited',
];

const refusalsOfSession = [
  'missing_credential',
  'access_token_expired',
  'no_active_key',
  'key_banned',
  'account_locked',
  'rate_limited',
];

const refusalsOfAccess: Readonly<Record<Access, readonly string[]>> = {
  public: [],
  signed: ['invalid_signature'],
  key: refusalsOfKey,
  agent: [...refusalsOfKey, 'origin_not_allowed', 'agent_token_invalid'],
  extension: refusalsOfSession,
  internal: ['invalid_secret', 'rate_limited'],
  admin: ['invalid_secret', 'rate_limited'],
};

/** Whether a door accepts `Idempotency-Key`. An operation that stores its own answers declares `idempotency_conflict`. */
export const acceptsIdempotencyKey = (declared: Operation, door: Door): boolean =>
  door.method === 'POST' && takesIdempotencyKey(declared);

/** Whether a call of it may carry an idempotency key, whichever surface it comes from. */
export const takesIdempotencyKey = (declared: Operation): boolean =>
  storesAnswers(declared) || declared.errors.includes('idempotency_conflict');

/** Every code a door may return: the operation's own, and those that come before `run`. */
export function refusalsOf(declared: Operation, door: Door): ReadonlySet<string> {
  const actsForAccount = door.access === 'internal' && declared.account === 'required';
  const actsAsKey = door.access === 'internal' && declared.actsAs === 'key';
  return new Set([
    ...declared.errors,
    ...refusalsOfAccess[door.access],
    ...(door.access === 'admin' && !mayUse('reader', declared) ? ['role_refused'] : []),
    ...(declared.atDirectory ? ['directory_elsewhere'] : []),
    ...(door.forLiveKeys ? ['live_key_required'] : []),
    ...(takesSessions(door) ? refusalsOfSession : []),
    // Includes a parameter that can't be decoded, or is too long for any path.
    ...(actsForAccount || actsAsKey || door.path.includes('{') ? ['not_found'] : []),
    ...(actsAsKey ? ['account_locked', 'key_banned', 'rate_limited'] : []),
    ...(acceptsIdempotencyKey(declared, door) ? ['idempotency_conflict'] : []),
    ...(declared.kind === 'process' && acceptsIdempotencyKey(declared, door) && storesAnswers(declared)
      ? ['idempotency_key_in_use']
      : []),
    ...(mayHaveBody(door) ? ['body_too_large', 'unsupported_media_type'] : []),
    'overloaded',
    'database_unavailable',
  ]);
}
