import type { Answer } from '../../clients/typescript/src/index.ts';

/** Requests of the pages to the background, with its answers. */
export interface Requests {
  session: { sent: object; answer: Session | null };
  connect: { sent: { baseUrl: string; code: string }; answer: Session };
  signOut: { sent: object; answer: null };
  lookUp: { sent: { address: string }; answer: Answer<'POST /api/v1/find'> };
}

export type Session = Answer<'GET /api/v1/extension/session'> & { baseUrl: string };

/** Why something failed: a code of the service, or `not_connected` or `unreachable`. */
export interface Trouble {
  code: string;
  /** A sentence for people. */
  detail: string;
  /** Of `invalid_profile_url`. */
  reason?: string;
  /** Of `invalid_profile_url`: the link of the profile that the page belongs to, if it tells. */
  suggestion?: string | null;
  /** Seconds. */
  retryAfter: number | null;
}

export type Reply<Value> = { ok: true; value: Value } | { ok: false; trouble: Trouble };

/** Asks the background, which finishes even if the page is closed. */
export const ask = async <Name extends keyof Requests>(
  name: Name,
  sent: Requests[Name]['sent'],
): Promise<Reply<Requests[Name]['answer']>> =>
  (await chrome.runtime.sendMessage({ name, sent })) as Reply<Requests[Name]['answer']>;
