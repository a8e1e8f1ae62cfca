import type { Deadline } from '../exchange/deadline.ts';
import type { FetchRefusal, FetchRefusalReason, Page, PageOptions } from './page.ts';

/** The state of one fetch across its redirects. */
export interface Trip {
  ask: PageOptions;
  deadline: Deadline;
  redirects: string[];
  ms: number;
}

/** The result of one request. */
export type Visit = Page | FetchRefusal | { redirectTo: string };

export const refusal = (
  trip: Trip,
  url: string,
  reason: FetchRefusalReason,
  more: Partial<FetchRefusal> = {},
): FetchRefusal => ({ ok: false, reason, url, redirects: trip.redirects, ms: Math.round(trip.ms), ...more });

export const outOfTime = (trip: Trip): 'timeout' | 'aborted' =>
  trip.deadline.expired ? 'timeout' : 'aborted';
