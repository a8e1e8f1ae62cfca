import type { Answer, Body, Query } from './answer.ts';
import type { Item } from './lists.ts';
import type { CallOptions, RouteClient } from './route-client.ts';

const routes = {
  list: 'GET /api/v1/webhooks/endpoints',
  create: 'POST /api/v1/webhooks/endpoints',
  change: 'PATCH /api/v1/webhooks/endpoints/{endpoint_id}',
  delete: 'DELETE /api/v1/webhooks/endpoints/{endpoint_id}',
  rotate: 'POST /api/v1/webhooks/endpoints/{endpoint_id}/secret/rotation',
  test: 'POST /api/v1/webhooks/endpoints/{endpoint_id}/test',
  deliveries: 'GET /api/v1/webhooks/deliveries',
  redeliver: 'POST /api/v1/webhooks/deliveries/{message_id}/redelivery',
  secret: 'POST /api/v1/webhooks/secret',
  rotateSecret: 'POST /api/v1/webhooks/secret/rotation',
} as const;
type Routes = typeof routes;

/** Endpoints that get events, what was delivered to them, and the secret that signs the `webhook_url` of jobs. */
export class WebhookCalls {
  readonly #client: RouteClient;

  constructor(client: RouteClient) {
    this.#client = client;
  }

  listEndpoints(options?: CallOptions): Promise<Answer<Routes['list']>> {
    return this.#client.call(routes.list, {}, options);
  }

  /** The answer has the secret of the endpoint, once. */
  createEndpoint(body: Body<Routes['create']>, options?: CallOptions): Promise<Answer<Routes['create']>> {
    return this.#client.call(routes.create, { body }, options);
  }

  changeEndpoint(
    id: string,
    body: Body<Routes['change']>,
    options?: CallOptions,
  ): Promise<Answer<Routes['change']>> {
    return this.#client.call(routes.change, { path: { endpoint_id: id }, body }, options);
  }

  deleteEndpoint(id: string, options?: CallOptions): Promise<Answer<Routes['delete']>> {
    return this.#client.call(routes.delete, { path: { endpoint_id: id } }, options);
  }

  /** Replaces the secret of an endpoint. Both sign for as long as you say. */
  rotateEndpointSecret(
    id: string,
    body: Body<Routes['rotate']> = {},
    options?: CallOptions,
  ): Promise<Answer<Routes['rotate']>> {
    return this.#client.call(routes.rotate, { path: { endpoint_id: id }, body }, options);
  }

  /** Sends a test event to an endpoint. */
  testEndpoint(id: string, options?: CallOptions): Promise<Answer<Routes['test']>> {
    return this.#client.call(routes.test, { path: { endpoint_id: id } }, options);
  }

  /** Every message with its attempts, newest first. */
  deliveries(
    query: Query<Routes['deliveries']> = {},
    options?: CallOptions,
  ): AsyncGenerator<Item<Routes['deliveries']>, void> {
    return this.#client.items(routes.deliveries, { query }, options);
  }

  /** Sends a message again. */
  redeliver(id: string, options?: CallOptions): Promise<Answer<Routes['redeliver']>> {
    return this.#client.call(routes.redeliver, { path: { message_id: id } }, options);
  }

  /** The secret for the `webhook_url` of jobs. It is answered once. */
  secret(options?: CallOptions): Promise<Answer<Routes['secret']>> {
    return this.#client.call(routes.secret, {}, options);
  }

  rotateSecret(
    body: Body<Routes['rotateSecret']> = {},
    options?: CallOptions,
  ): Promise<Answer<Routes['rotateSecret']>> {
    return this.#client.call(routes.rotateSecret, { body }, options);
  }
}
