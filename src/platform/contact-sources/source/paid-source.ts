import type { VendorResult } from '#platform/outgoing/index.ts';
import { type Api, isFailure } from './conditional-get.ts';
import type { Asked } from './gathering.ts';
import { notApplicable, type Outcome } from './outcome.ts';
import {
  type Applies,
  appliesTo,
  type Field,
  type Price,
  type Source,
  type SourceContext,
  type SourceDescription,
  type SourceRequest,
  type Terms,
} from './source.ts';
import { type Answer, outcomeOfFailure } from './vendor-outcome.ts';

/** Until the operator's contract says otherwise: paid for by the lookup it answers, nothing kept beyond that answer. */
export const cautiousTerms: Terms = { billable: true, storable: false, storeDaysMax: 30, attribution: null };

/** One paid answer being read: what it may have cost besides who was asked for. */
export interface PaidAsked extends Asked {
  price: Price;
  /** Paise for one of the vendor's credits, from the operator's contract. */
  creditPaise: number;
}

export interface PaidOptions {
  api: Api;
  creditPaise: number;
}

/** What one vendor does its own way. */
export interface PaidVendor {
  description: SourceDescription;
  /** How the credential is sent. */
  headers(token: string): Record<string, string>;
  /** Credits of a hit with everything that is wanted. */
  creditsFor(wants: readonly Field[]): number;
  /** Further conditions on the profile's link. */
  takes?(request: SourceRequest): boolean;
  /** One call, never repeated. Free polls alone may be idempotent. */
  ask(api: Api, context: SourceContext, asked: PaidAsked): Promise<VendorResult>;
  read(answer: Answer, asked: PaidAsked): Outcome;
  /** Asks again for what is pending. */
  poll?(api: Api, context: SourceContext, asked: PaidAsked, ticket: string): Promise<VendorResult>;
  readPoll?(answer: Answer, asked: PaidAsked, ticket: string): Outcome;
}

/** A source that costs money: each lookup is one call, and whatever becomes of it is said with what it cost. */
export function openPaidSource(vendor: PaidVendor, { api, creditPaise }: PaidOptions): Source {
  const { description, takes = () => true } = vendor;
  const applies = (request: SourceRequest): Applies => {
    const fits = appliesTo(description, request);
    return fits.applies && !takes(request) ? { applies: false, reason: 'unsupported_link' } : fits;
  };
  const price = (wants: readonly Field[]): Price => {
    const units = vendor.creditsFor(wants);
    return { unit: 'credit', units, perHitPaise: Math.ceil(units * creditPaise), perMissPaise: 0 };
  };
  const askedBy = (context: SourceContext, request: SourceRequest): PaidAsked => ({
    source: description.id,
    request,
    at: context.clock.now(),
    price: price(request.wants),
    creditPaise,
  });
  const source: Source = {
    ...description,
    applies,
    price,
    async lookup(context, request) {
      const fits = applies(request);
      if (!fits.applies) return notApplicable(fits.reason);
      const asked = askedBy(context, request);
      const result = await vendor.ask(api, context, asked);
      return isFailure(result) ? outcomeOfFailure(result, asked.at, asked.price) : vendor.read(result, asked);
    },
  };
  const { poll, readPoll } = vendor;
  if (!poll || !readPoll) return source;
  return {
    ...source,
    async resume(context, request, ticket) {
      const asked = askedBy(context, request);
      const result = await poll(api, context, asked, ticket);
      // The first call was sent, whatever became of this one.
      return isFailure(result)
        ? outcomeOfFailure({ ...result, sent: true }, asked.at, asked.price)
        : readPoll(result, asked, ticket);
    },
  };
}

export const wantsEmails = ({ request }: Asked): boolean => request.wants.includes('emails');
export const wantsPhones = ({ request }: Asked): boolean => request.wants.includes('phones');
