import { type Api, type GetRequest, getJson, isFailure } from './conditional-get.ts';
import type { SourceQuery } from './contact-collector.ts';
import {
  type Inapplicable,
  notApplicable,
  notFound,
  type Outcome,
  outcomeOfFailure,
  outcomeOfStatus,
} from './outcome.ts';
import {
  type Applies,
  appliesTo,
  noCost,
  type Source,
  type SourceContext,
  type SourceDescription,
  type SourceRequest,
} from './source.ts';

interface FreePlace {
  description: SourceDescription;
  /** Conditions beyond the network and the wanted fields: why the source doesn't apply, or null. */
  refuses?(request: SourceRequest): Inapplicable | null;
}

/** The vendor-specific part of a free source. `look` is called only if the source applies. */
export interface PagePlace extends FreePlace {
  look(context: SourceContext, asked: SourceQuery): Promise<Outcome>;
}

/** A source that costs nothing. */
export function openFreeSource({ description, refuses = () => null, look }: PagePlace): Source {
  const applies = (request: SourceRequest): Applies => {
    const general = appliesTo(description, request);
    const reason = general.applies ? refuses(request) : null;
    return reason === null ? general : { applies: false, reason };
  };
  return {
    ...description,
    applies,
    price: () => noCost,
    async lookup(context, request) {
      const found = applies(request);
      if (!found.applies) return notApplicable(found.reason);
      return look(context, { source: description.id, request, at: context.clock.now() });
    },
  };
}

export type Fetched = { json: unknown } | Outcome;

/** The request that an API's answer is read for, and the way to ask that API. */
export interface ApiQuery extends SourceQuery {
  /** The profile's handle, encoded for a path. */
  handle: string;
  /** Returns the JSON of a 200. Any other status is an outcome: the one in `meanings`, else its usual one. */
  get(path: string, query?: GetRequest['query'], meanings?: Record<number, Outcome>): Promise<Fetched>;
}

/** The vendor-specific part of a free source behind an API. */
export interface ApiPlace extends FreePlace {
  look(asked: ApiQuery): Promise<Outcome>;
}

/** A free source behind an API, or behind one API per host of profile links. */
export function openApiSource(
  { description, refuses = () => null, look }: ApiPlace,
  apis: Api | ReadonlyMap<string, Api>,
): Source {
  const apiOf = (host: string) => ('client' in apis ? apis : apis.get(host));
  return openFreeSource({
    description,
    refuses: (request) => (apiOf(request.profile.host) ? refuses(request) : 'other_network'),
    look: (context, asked) => {
      const { host, handle } = asked.request.profile;
      return look({
        ...asked,
        handle: encodeURIComponent(handle),
        async get(path, query = {}, meanings = { 404: notFound() }) {
          const answer = await getJson(apiOf(host)!, context, { path, query });
          if (isFailure(answer)) return outcomeOfFailure(answer, asked.at);
          if (answer.status === 200) return { json: answer.json };
          return meanings[answer.status] ?? outcomeOfStatus(answer, asked.at);
        },
      });
    },
  });
}
