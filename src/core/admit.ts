import type { AccountRef, Door, KeyCredential } from './access.ts';
import type { RequestFacts } from './context.ts';
import { Failure } from './failure.ts';

type SetHeader = (name: string, value: string) => void;

/** Decides who may pass. Every method throws a `Failure` of the kernel's own codes. */
export interface Gate {
  /** Null behind doors without an account. */
  admit(door: Door, request: RequestFacts, header: SetHeader): Promise<KeyCredential | null>;
  /** The account an internal door names; 404 when it does not exist. */
  account(accountId: string): Promise<AccountRef>;
  /** The active key of an account, for internal calls that act as it. */
  keyOf(account: AccountRef, request: RequestFacts, header: SetHeader): Promise<KeyCredential>;
}

/** A request that its door has let in: what `runOperation` asks for, and only `admit` gives. */
export interface Admitted {
  request: RequestFacts;
  credential: KeyCredential | null;
  /** Of the answer, whatever becomes of the request from here on. */
  headers: Record<string, string>;
}

/** Asks the gate, once a request and before its body is read: whoever is refused costs no memory. */
export async function admit(gate: Gate, request: RequestFacts): Promise<Admitted> {
  const headers: Record<string, string> = {};
  const header: SetHeader = (name, value) => {
    headers[name] = value;
  };
  try {
    return { request, credential: await gate.admit(request.door, request, header), headers };
  } catch (error) {
    if (error instanceof Failure) Object.assign(error.headers, { ...headers, ...error.headers });
    throw error;
  }
}
