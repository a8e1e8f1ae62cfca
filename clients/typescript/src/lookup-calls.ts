import type { Answer } from './answer.ts';
import { poll, type Waiting } from './poll.ts';
import type { CallOptions, RouteClient } from './route-client.ts';

export type Lookup = Answer<'GET /api/v1/find/{lookup_id}'>;

/** Lookups that were made before, by their id. Within 24 hours their answer is free. */
export class LookupCalls {
  readonly #client: RouteClient;

  constructor(client: RouteClient) {
    this.#client = client;
  }

  get(id: string, options?: CallOptions): Promise<Lookup> {
    return this.#client.call('GET /api/v1/find/{lookup_id}', { path: { lookup_id: id } }, options);
  }

  /** The answer of a lookup that was `pending`. */
  wait(id: string, waiting: Waiting<Lookup> = {}): Promise<Lookup> {
    return poll(
      () =>
        this.#client.callWithResponse('GET /api/v1/find/{lookup_id}', { path: { lookup_id: id } }, waiting),
      ({ status }) => status !== 'pending',
      waiting,
    );
  }
}
