import { type Selectable, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Context, Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { instant, instantOrNull, trimmed } from '#core/shapes.ts';
import type { WebhookEndpointTable } from '#platform/database/rows.generated.ts';
import { eventTypeNames } from '../events/event-types.ts';
import { webhookUrlFault } from '../queue-webhook.ts';

/** How many endpoints an account may have. */
export const endpointsMax = 10;

export const EndpointId = Type.String({ maxLength: 100, description: "The endpoint's `id`." });
export const EndpointUrl = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s]+$',
  description: 'Gets events, as signed messages.',
  examples: ['https://hooks.example.com/contactry'],
});
export const EndpointName = Type.String({ ...trimmed, maxLength: 100, description: 'A name for people.' });

export const EndpointEvents = Type.Array(Type.Enum(eventTypeNames), {
  maxItems: eventTypeNames.length,
  uniqueItems: true,
  description: 'Which events it gets. Empty: every event, also types that are added later.',
});

const members = {
  id: Type.String({ examples: ['whe_0Fz8Ib2XJb9vQe3t1mKp7c'] }),
  name: Type.String({ description: 'Its name. Empty if it has none.' }),
  url: Type.String({ description: 'Where events are sent.' }),
  events: EndpointEvents,
  enabled: Type.Boolean({ description: 'Whether events are sent to it.' }),
  failing_since: instantOrNull('Since when every attempt has failed. Null if the last one succeeded.'),
  switched_off_at: instantOrNull(
    'When the service disabled it, because every attempt for three days had failed. Null once it is enabled again.',
  ),
  created_at: instant('When it was created.'),
  previous_until: instantOrNull(
    'Until then, messages are also signed with the previous secret. Null if there is none.',
  ),
};
export const Endpoint = Type.Object(members, { title: 'WebhookEndpoint' });
export const EndpointWithSecret = Type.Object(
  {
    ...members,
    secret: Type.String({
      description: 'Verifies the messages that this endpoint receives. Shown once.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  },
  { title: 'WebhookEndpointWithSecret' },
);

type EndpointRow = Selectable<WebhookEndpointTable>;

export function endpointOnWire(
  { id, name, url, events, enabled, failing_since, switched_off_at, created_at, previous_until }: EndpointRow,
  now: Date,
) {
  const isOver = previous_until === null || previous_until <= now;
  return {
    ...{ id, name, url, enabled, failing_since, switched_off_at, created_at },
    events: events as Static<typeof EndpointEvents>,
    previous_until: isOver ? null : previous_until,
  };
}

/** Oldest first. */
export const endpointsOf = (db: Db, account: number): Promise<EndpointRow[]> =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account', '=', account)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const hasEndpoint = async (db: Db, account: number, id: string): Promise<boolean> =>
  (await endpointsOf(db, account)).some((endpoint) => endpoint.id === id);

/** The account's endpoint, locked until the transaction ends. */
export async function endpointOrFail(ctx: Context<'not_found'>, id: string): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    select * from webhook_endpoint where id = ${id} and account = ${ctx.account.id} for no key update`.execute(
    ctx.db,
  );
  return rows[0] ?? ctx.fail('not_found', { detail: 'This account has no such webhook endpoint.' });
}

/** Fails with 422 if messages can't be sent to the address. */
export function checkUrl(ctx: Pick<Context, 'ports'>, url: string): void {
  const fault = webhookUrlFault(ctx.ports, url);
  if (fault) failField(['url'], fault);
}
