import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { WebhookDelivery } from '../deliveries.ts';
import { Endpoint, endpointOnWire, endpointsMax, endpointsOf } from './endpoint.ts';

const LastDelivery = Type.Pick(WebhookDelivery, ['id', 'type', 'status', 'created_at']);

export const listEndpoints = operation({
  id: 'webhooks.list-endpoints',
  summary: "List an account's webhook endpoints, oldest first",
  kind: 'query',
  doors: [
    liveKey('GET', '/api/v1/webhooks/endpoints'),
    dashboard('GET', '/internal/webhooks/{account_id}/endpoints'),
  ],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        ...Endpoint.properties,
        last_delivery: orNull(LastDelivery, 'The newest of its deliveries. Null if there is none.'),
      }),
      { maxItems: endpointsMax },
    ),
  }),
  errors: [],

  async run(ctx) {
    const endpoints = await endpointsOf(ctx.db, ctx.account.id);
    const last = await lastDeliveries(
      ctx.db,
      endpoints.map(({ id }) => id),
    );
    const items = endpoints.map((endpoint) => ({
      ...endpointOnWire(endpoint, ctx.now()),
      last_delivery: last.get(endpoint.id) ?? null,
    }));
    return { items };
  },
});

/** The newest delivery of each endpoint that has one. */
async function lastDeliveries(
  db: Db,
  endpoints: string[],
): Promise<Map<string, Static<typeof LastDelivery>>> {
  const { rows } = await sql<Static<typeof LastDelivery> & { endpoint: string }>`
    select newest.* from unnest(${endpoints}::text[]) as one (endpoint) cross join lateral (
      select one.endpoint, message_id as id, type, status, created_at
      from webhook_delivery where endpoint = one.endpoint order by webhook_delivery.id desc limit 1
    ) newest`.execute(db);
  return new Map(rows.map(({ endpoint, ...delivery }) => [endpoint, delivery]));
}
