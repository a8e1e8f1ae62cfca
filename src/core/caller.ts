import type { AccountRef, KeyCredential } from './access.ts';

/**
 * Who calls. The account, the limits and the name in the audit trail follow from it, and nothing that the caller sends can
 * claim another.
 */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'key'; key: KeyCredential }
  /** A browser-extension session. */
  | { kind: 'extension'; account: AccountRef; sessionId: string }
  /** The dashboard, which proved the internal secret. */
  | { kind: 'internal' }
  | { kind: 'operator'; name: string }
  /** Whoever delivers to a `signed` door; the operation checks the signature. */
  | { kind: 'provider' }
  /** A program that calls tools with a key. */
  | { kind: 'agent'; key: KeyCredential; client: string }
  /** The service itself, in a background job. */
  | { kind: 'system'; job: string };

/** The name in the audit trail. */
export function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'operator':
      return caller.name;
    case 'key':
      return `key:${caller.key.keyId}`;
    case 'agent':
      return `agent:${caller.key.keyId}`;
    case 'extension':
      return `extension:${caller.sessionId}`;
    case 'system':
      return `system:${caller.job}`;
    case 'internal':
    case 'provider':
    case 'anonymous':
      return caller.kind;
  }
}

/** The key that was presented; null for callers without one. */
export const keyOf = (caller: Caller): KeyCredential | null =>
  caller.kind === 'key' || caller.kind === 'agent' ? caller.key : null;

/** The account that the credential belongs to; null where the call names one, or none. */
export const accountOf = (caller: Caller): AccountRef | null =>
  caller.kind === 'extension' ? caller.account : (keyOf(caller)?.account ?? null);
