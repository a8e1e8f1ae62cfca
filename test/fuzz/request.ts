import type { Endpoint } from './document.ts';
import { type Draft, type WireRequest, wireRequest } from './draft.ts';
import type { WireAnswer } from './exchange.ts';
import type { RawCase } from './raw-exchange.ts';

/** A request of the fuzz, and what its answer is judged by. */
export interface FuzzRequest {
  /** For people. */
  what: string;
  /** The endpoint it calls; null for an unknown address. */
  endpoint: Endpoint | null;
  /** The request as sent, or the one that the odd bytes were made from. */
  wire: WireRequest;
  raw: RawCase | null;
  /** How often it is sent at the same time, for what goes wrong between requests. */
  copies: number;
  mayMissRoute: boolean;
  credentialFault: string | null;
  /** It comes to the pages, which refuse also with codes of their own, and explain refusals to people as HTML. */
  isForPages?: boolean;
  /** A fault that only this request's maker can see; null for none. */
  faultIn?(answer: WireAnswer): string | null;
}

export function requestOf(draft: Draft, credentialFault: string | null): FuzzRequest {
  const wire = wireRequest(draft);
  return {
    what: [draft.endpoint.id, ...draft.oddities, ...(credentialFault ? [credentialFault] : [])].join(', '),
    endpoint: draft.endpoint,
    wire,
    raw: null,
    copies: 1,
    mayMissRoute: draft.mayMissRoute || headBytes(wire) > largeHeadBytes,
    credentialFault,
  };
}

/** A request that comes to no operation, or that no single operation has to take. */
export const elsewhereRequest = (what: string, wire: WireRequest): FuzzRequest => ({
  what,
  endpoint: null,
  wire,
  raw: null,
  copies: 1,
  mayMissRoute: true,
  credentialFault: null,
});

/** Above this a request is refused before anybody looks for its route. */
const largeHeadBytes = 12_000;
const headBytes = ({ target, headers }: WireRequest) => target.length + Object.values(headers).join().length;
