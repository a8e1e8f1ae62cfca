import type { Request, Route } from '#client';

/** The arguments after a route. A route that needs nothing may go without a request. */
export type Given<R extends Route, Options> =
  Record<string, never> extends Request<R>
    ? [request?: Request<R>, options?: Options]
    : [request: Request<R>, options?: Options];
