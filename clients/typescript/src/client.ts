import type { Answer, Body, Query } from './answer.ts';
import { BounceCalls } from './bounce-calls.ts';
import { JobCalls } from './job-calls.ts';
import { LookupCalls } from './lookup-calls.ts';
import { type CallOptions, type ClientOptions, RouteClient } from './route-client.ts';
import { WebhookCalls } from './webhook-calls.ts';

/** The calls of an API key, by name. Every other operation is called by its route, with `call`. */
export class Client extends RouteClient {
  readonly lookups: LookupCalls;
  readonly jobs: JobCalls;
  readonly bounces: BounceCalls;
  readonly webhooks: WebhookCalls;

  constructor(options: ClientOptions) {
    super(options);
    this.lookups = new LookupCalls(this);
    this.jobs = new JobCalls(this);
    this.bounces = new BounceCalls(this);
    this.webhooks = new WebhookCalls(this);
  }

  /** Looks up the person behind a profile link. Costs a credit if an email or a phone is found. `pending`: `lookups.wait(id)`. */
  find(body: Body<'POST /api/v1/find'>, options?: CallOptions): Promise<Answer<'POST /api/v1/find'>> {
    return this.call('POST /api/v1/find', { body }, options);
  }

  /** The most that a lookup can cost, without looking anyone up. */
  priceOf(
    body: Body<'POST /api/v1/find/price'>,
    options?: CallOptions,
  ): Promise<Answer<'POST /api/v1/find/price'>> {
    return this.call('POST /api/v1/find/price', { body }, options);
  }

  /** The key, its limits, and the credits of its account. */
  keyInfo(options?: CallOptions): Promise<Answer<'GET /api/v1/key/info'>> {
    return this.call('GET /api/v1/key/info', {}, options);
  }

  /** Lookups and credits of the account: totals, days, and one page of lookups. */
  usage(query: Query<'GET /api/v1/usage'> = {}, options?: CallOptions): Promise<Answer<'GET /api/v1/usage'>> {
    return this.call('GET /api/v1/usage', { query }, options);
  }

  /** The budgets that hold for the key, with what is left of each. */
  budgets(options?: CallOptions): Promise<Answer<'GET /api/v1/budgets'>> {
    return this.call('GET /api/v1/budgets', {}, options);
  }
}
