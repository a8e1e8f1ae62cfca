import type { VendorResult } from '#platform/outgoing/index.ts';
import {
  type OutgoingAccess,
  type UnavailableSource,
  unavailable,
  type ValuesOf,
  type Variables,
  type Vendor,
  vendor,
  vendorApi,
} from '../vendor.ts';
import { type Api, isFailure } from './conditional-get.ts';
import type { SourceQuery } from './contact-collector.ts';
import { type Answer, notApplicable, type Outcome, outcomeOfFailure, type Price } from './outcome.ts';
import {
  type Applies,
  appliesTo,
  type Field,
  type Source,
  type SourceContext,
  type SourceDescription,
  type SourceRequest,
  type Terms,
} from './source.ts';

/** The default until the operator's contract says more: charge for the lookup, and store nothing beyond its answer. */
export const defaultTerms: Terms = { billable: true, storable: false, storeDaysMax: 30, attribution: null };

/** The request that a paid answer is read for, with its price. */
export interface PaidQuery extends SourceQuery {
  price: Price;
  /** Price of one of the vendor's credits in paise, from the operator's contract. */
  creditPaise: number;
}

export interface PaidOptions {
  api: Api;
  creditPaise: number;
}

/** The vendor-specific part of a paid source. */
export interface PaidVendor {
  description: SourceDescription;
  /** The headers that carry the credential. */
  headers(token: string): Record<string, string>;
  /** Credits for a hit with everything wanted. */
  creditsFor(wants: readonly Field[]): number;
  /** Further conditions on the profile link. */
  accepts?(request: SourceRequest): boolean;
  /** One call, never retried. Only free polls may be idempotent. */
  ask(api: Api, context: SourceContext, asked: PaidQuery): Promise<VendorResult>;
  read(answer: Answer, asked: PaidQuery): Outcome;
  /** Asks for a pending answer. */
  poll?(api: Api, context: SourceContext, asked: PaidQuery, ticket: string): Promise<VendorResult>;
  readPoll?(answer: Answer, asked: PaidQuery, ticket: string): Outcome;
}

/** A source that costs money. Each lookup is one call, and every outcome reports its cost. */
export function openPaidSource(vendor: PaidVendor, { api, creditPaise }: PaidOptions): Source {
  const { description, accepts = () => true } = vendor;
  const applies = (request: SourceRequest): Applies => {
    const fits = appliesTo(description, request);
    return fits.applies && !accepts(request) ? { applies: false, reason: 'unsupported_link' } : fits;
  };
  const price = (wants: readonly Field[]): Price => {
    const units = vendor.creditsFor(wants);
    return { unit: 'credit', units, perHitPaise: Math.ceil(units * creditPaise), perMissPaise: 0 };
  };
  const queryFor = (context: SourceContext, request: SourceRequest): PaidQuery => ({
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
      const asked = queryFor(context, request);
      const result = await vendor.ask(api, context, asked);
      return isFailure(result) ? outcomeOfFailure(result, asked.at, asked.price) : vendor.read(result, asked);
    },
  };
  const { poll, readPoll } = vendor;
  if (!poll || !readPoll) return source;
  return {
    ...source,
    async resume(context, request, ticket) {
      const asked = queryFor(context, request);
      const result = await poll(api, context, asked, ticket);
      // The first call was sent, whatever happened to this one.
      return isFailure(result)
        ? outcomeOfFailure({ ...result, sent: true }, asked.at, asked.price)
        : readPoll(result, asked, ticket);
    },
  };
}

export const wantsEmails = ({ request }: SourceQuery): boolean => request.wants.includes('emails');
export const wantsPhones = ({ request }: SourceQuery): boolean => request.wants.includes('phones');

/** Access to an API that charges credits. */
interface PaidAccess {
  token: string;
  baseUrl: string;
  /** Price of one of the vendor's credits, in paise, with fractions. 0 if not configured. */
  creditPaise: number;
}

interface PaidDeclaration<Set extends Variables> extends Omit<Vendor<Set>, 'descriptions' | 'open'> {
  source: PaidVendor;
  access(values: ValuesOf<Set>): PaidAccess;
}

/** Declares a vendor whose only source costs money. It needs both a key and the price of a credit. */
export const paidVendor = <Set extends Variables>({
  source,
  access,
  ...declared
}: PaidDeclaration<Set>): Vendor<Set> =>
  vendor({
    ...declared,
    descriptions: [source.description],
    open: (values, way) => [openPaid(source, access(values), way)],
  });

function openPaid(
  source: PaidVendor,
  { creditPaise, ...access }: PaidAccess,
  way: OutgoingAccess,
): Source | UnavailableSource {
  const { id, variables } = source.description;
  const [tokenVariable, priceVariable] = variables;
  if (access.token === '') return unavailable(id, `${tokenVariable} is not set.`);
  if (!(creditPaise > 0)) {
    return unavailable(
      id,
      `${priceVariable} is not set. Without the price of a credit, Contactry can't limit spending.`,
    );
  }
  const api = vendorApi(way, source.description, access, source.headers(access.token));
  return openPaidSource(source, { api, creditPaise });
}
