import type { Deadline } from '../exchange/deadline.ts';
import type { FetchRefusal, FetchRefusalReason, Page, PageAsk } from './page.ts';

/** What one fetch has gone through so far. */
export interface Trip {
  ask: PageAsk;
  deadline: Deadline;
  redirects: string[];
  ms: number;
}

/** Where one request led. */
export type Visit = Page | FetchRefusal | { redirectTo: string };

export const refusal = (
  trip: Trip,
  url: string,
  reason: FetchRefusalReason,
  more: Partial<FetchRefusal> = {},
): FetchRefusal => ({ ok: false, reason, url, redirects: trip.redirects, ms: Math.round(trip.ms), ...more });

export const outOfTime = (trip: Trip): 'timeout' | 'aborted' =>
  trip.deadline.expired ? 'timeout' : 'aborted';
