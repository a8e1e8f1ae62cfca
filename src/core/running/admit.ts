import type { AccountRef, Caller, KeyCredential } from '../access.ts';
import type { RequestFacts } from '../context.ts';
import { Failure } from '../failure.ts';
import type { Gate, SetHeader } from '../kernel.ts';

/** A request that passed the gate. `runOperation` requires one, and only this file creates it. */
export interface Admitted {
  request: RequestFacts;
  caller: Caller;
  /** Response headers, sent whether the request succeeds or fails. */
  headers: Record<string, string>;
  /** For whom the operation ran, once that is known; for the log. */
  actsFor?: { account: AccountRef | null; key: KeyCredential | null };
}

/** The same caller, for another operation within the same request: an agent's tool call. */
export const admittedAgain = (
  { request, caller }: Pick<Admitted, 'request' | 'caller'>,
  idempotencyKey: string | null,
): Admitted => {
  const { id, access, address, headers } = request;
  const again = { id, access, address, headers, idempotencyKey, upload: null };
  return {
    request: {
      ...again,
      get signal() {
        return request.signal;
      },
    },
    caller,
    headers: {},
  };
};

/** Runs before the body is read, so that a refused request costs no memory. */
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
