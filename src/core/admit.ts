import type { AccountRef, KeyCredential } from './access.ts';
import type { Caller } from './caller.ts';
import type { RequestFacts } from './context.ts';
import { Failure } from './failure.ts';
import type { Gate, SetHeader } from './kernel.ts';

/** A request that was let in: what `runOperation` asks for, and only `admit` gives. */
export interface Admitted {
  request: RequestFacts;
  caller: Caller;
  /** Of the answer, whatever becomes of the request from here on. */
  headers: Record<string, string>;
  /** For whom the operation ran, once that is known; for the log. */
  actsFor?: { account: AccountRef | null; key: KeyCredential | null };
}

/** Asks the gate, once a request and before its body is read: whoever is refused costs no memory. */
export async function admit(gate: Gate, request: RequestFacts): Promise<Admitted> {
  const headers: Record<string, string> = {};
  const header: SetHeader = (name, value) => {
    headers[name] = value;
  };
  try {
    return { request, caller: await gate.admit(request, header), headers };
  } catch (error) {
    if (error instanceof Failure) Object.assign(error.headers, { ...headers, ...error.headers });
    throw error;
  }
}
