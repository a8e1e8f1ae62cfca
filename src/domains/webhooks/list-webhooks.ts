import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { deliveryStatuses, listMessages, WebhookDelivery } from './deliveries.ts';
import { hasEndpoint } from './endpoints/endpoint.ts';
import { eventTypeNames } from './events/event-types.ts';

export const listWebhooks = operation({
  id: 'webhooks.list-webhooks',
  summary: "List an account's webhooks, with every attempt",
  kind: 'query',
  doors: [
    liveKey('GET', '/api/v1/webhooks/deliveries'),
    dashboard('GET', '/internal/webhooks/{account_id}/deliveries'),
  ],
  account: 'required',
  input: Type.Object({
    status: Type.Optional(Type.Enum([...deliveryStatuses])),
    type: Type.Optional(
      Type.Enum([...eventTypeNames, 'endpoint.test'], { description: 'Only events of this type.' }),
    ),
    endpoint_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this endpoint.' })),
    cursor: NumberCursor,
    limit: pageLimit(100, 50),
  }),
  output: Type.Object({
    items: Type.Array(WebhookDelivery, { description: 'Newest first.' }),
    next_cursor: NextCursor,
  }),
  errors: ['not_found'],

  async run(ctx, { status, type, endpoint_id: endpoint, cursor, limit }) {
    if (endpoint !== undefined && !(await hasEndpoint(ctx.db, ctx.account.id, endpoint)))
      return ctx.fail('not_found', { detail: 'This account has no such webhook endpoint.' });
    const found = await listMessages(
      ctx.db,
      { account: ctx.account.id, before: cursor, status, type, endpoint },
      limit + 1,
    );
    const { rows, nextCursor } = pageOf(found, limit, ({ place }) => String(place));
    return { items: rows.map(({ place, ...delivery }) => delivery), next_cursor: nextCursor };
  },
});
