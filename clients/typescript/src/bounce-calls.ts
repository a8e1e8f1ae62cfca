import type { Answer, Body, Query } from './answer.ts';
import type { Item } from './lists.ts';
import type { CallOptions, RouteClient } from './route-client.ts';

/** Emails that came back. */
export class BounceCalls {
  readonly #client: RouteClient;

  constructor(client: RouteClient) {
    this.#client = client;
  }

  /** Reports up to 500 emails. The answer has a result for each, in their order. */
  report(emails: string[], options?: CallOptions): Promise<Answer<'POST /api/v1/bounces'>> {
    return this.#client.call('POST /api/v1/bounces', { body: { emails } }, options);
  }

  /** An address for the bounces of your mail service, shown once. It replaces the one before. */
  openWebhook(
    body: Body<'POST /api/v1/bounces/webhook'> = {},
    options?: CallOptions,
  ): Promise<Answer<'POST /api/v1/bounces/webhook'>> {
    return this.#client.call('POST /api/v1/bounces/webhook', { body }, options);
  }

  /** Every report with its outcome, newest first. */
  list(
    query: Query<'GET /api/v1/bounces'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Item<'GET /api/v1/bounces'>, void> {
    return this.#client.items('GET /api/v1/bounces', { query }, options);
  }
}
