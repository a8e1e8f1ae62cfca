import type { Operations } from './api.generated.ts';

export type Route = keyof Operations;
export type Answer<R extends Route> = Operations[R]['answer'];

/** What a route takes: `path`, `query`, `body` or `file`. */
export type Request<R extends Route> = Omit<Operations[R], 'answer'>;

/** The JSON that a route takes. */
export type Body<R extends Route> = NonNullable<(Request<R> & { body?: unknown })['body']>;

/** The parameters of a route. */
export type Query<R extends Route> = NonNullable<(Request<R> & { query?: unknown })['query']>;

/** An answer with the response that brought it, for its status and headers. */
export interface Answered<A> {
  answer: A;
  response: Response;
}
