import type { ConfigOf, Variable } from '#core/environment.ts';
import type { VendorResult } from '#platform/outgoing/index.ts';
import {
  baseUrl as baseUrlOf,
  credential as credentialOf,
  creditPaise as creditPaiseOf,
  type UnavailableSource,
  unavailable,
  type Vendor,
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
const terms: Terms = { billable: true, storable: false, storeDaysMax: 30, attribution: null };

/** The request that a paid answer is read for, with its price. */
export interface PaidQuery extends SourceQuery {
  price: Price;
  /** Price of one of the vendor's credits in paise, from the operator's contract. */
  creditPaise: number;
}

/** The vendor-specific part of a paid source. */
interface PaidPlace {
  description: Omit<SourceDescription, 'tier' | 'stage' | 'terms' | 'variables'>;
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

interface PaidDeclaration<Prefix extends string, Credential extends string> extends PaidPlace {
  /** The variables are `HUNTER_API_KEY`, `HUNTER_CREDIT_PAISE` and `HUNTER_BASE_URL`. */
  prefix: Prefix;
  credential: Credential;
  baseUrl: string;
  otherUrls?: readonly string[];
}

type PaidVariables<Prefix extends string, Credential extends string> = Record<
  `${Prefix}_${Credential}` | `${Prefix}_BASE_URL`,
  Variable<string>
> &
  Record<`${Prefix}_CREDIT_PAISE`, Variable<number>>;

/** Declares a vendor whose only source costs money. It needs both a credential and the price of a credit. */
export function paidVendor<Prefix extends string, Credential extends 'API_KEY' | 'TOKEN'>({
  prefix,
  credential,
  baseUrl,
  otherUrls,
  ...place
}: PaidDeclaration<Prefix, Credential>): Vendor<PaidVariables<Prefix, Credential>> {
  const variables = [`${prefix}_${credential}`, `${prefix}_CREDIT_PAISE`, `${prefix}_BASE_URL`] as const;
  const [token, price, url] = variables;
  const { title } = place.description;
  const description: SourceDescription = {
    ...place.description,
    tier: 'paid',
    stage: 'paid',
    terms,
    variables,
  };
  return {
    descriptions: [description],
    otherUrls,
    variables: {
      [token]: credentialOf(`API ${credential === 'TOKEN' ? 'token' : 'key'} for ${title}.`),
      [price]: creditPaiseOf(title),
      [url]: baseUrlOf(title, baseUrl),
    } as PaidVariables<Prefix, Credential>,
    open(given, way): [Source | UnavailableSource] {
      const values = given as ConfigOf<PaidVariables<string, string>>;
      const creditPaise = values[price] as unknown as number;
      if (values[token] === '') return [unavailable(description.id, `${token} is not set.`)];
      if (!(creditPaise > 0)) {
        const reason = `${price} is not set. Without the price of a credit, Contactry can't limit spending.`;
        return [unavailable(description.id, reason)];
      }
      const access = { token: values[token]!, baseUrl: values[url]! };
      const api = vendorApi(way, description, access, place.headers(access.token));
      return [openPaidSource({ ...place, description }, api, creditPaise)];
    },
  };
}

/** A source that costs money. Each lookup is one call, and every outcome reports its cost. */
function openPaidSource(
  place: PaidPlace & { description: SourceDescription },
  api: Api,
  creditPaise: number,
): Source {
  const { description, accepts = () => true, poll, readPoll } = place;
  const applies = (request: SourceRequest): Applies => {
    const general = appliesTo(description, request);
    return general.applies && !accepts(request) ? { applies: false, reason: 'unsupported_link' } : general;
  };
  const price = (wants: readonly Field[]): Price => {
    const units = place.creditsFor(wants);
    return { unit: 'credit', units, perHitPaise: Math.ceil(units * creditPaise), perMissPaise: 0 };
  };
  const queryFor = ({ clock }: SourceContext, request: SourceRequest): PaidQuery => {
    const { id: source } = description;
    return { source, request, at: clock.now(), price: price(request.wants), creditPaise };
  };
  const source: Source = {
    ...description,
    applies,
    price,
    async lookup(context, request) {
      const found = applies(request);
      if (!found.applies) return notApplicable(found.reason);
      const asked = queryFor(context, request);
      const result = await place.ask(api, context, asked);
      return isFailure(result) ? outcomeOfFailure(result, asked.at, asked.price) : place.read(result, asked);
    },
  };
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
