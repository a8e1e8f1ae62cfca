import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { Job } from '#domains/jobs/shapes.ts';
import { type EventType, eventTypes } from '#domains/webhooks/events/event-types.ts';
import type { TestDatabase } from './database.ts';
import { givenEndpoint } from './webhooks.ts';

export interface WrittenEvent {
  type: EventType;
  subject: string;
  data: Record<string, unknown>;
}

/** Fails unless it is the body of an event of a known type, with exactly the members of its shape. */
export function assertEvent(body: string): WrittenEvent {
  const { type, timestamp, data, ...others } = JSON.parse(body);
  assert.deepEqual(others, {});
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const shape = eventTypes[type as EventType] ?? Job;
  const check = Compile(shape);
  assert.ok(check.Check(data), `${body}\n${JSON.stringify(check.Errors(data))}`);
  assert.deepEqual(Object.keys(data).sort(), Object.keys(shape.properties).sort(), type);
  return { type, subject: '', data };
}

/** An account with an endpoint. `events` are those that were written for it, in their order. */
export async function listener(
  service: { database: TestDatabase },
  accountId: string,
): Promise<{ endpoint: string; events(): Promise<WrittenEvent[]> }> {
  const { db } = service.database;
  const { id: account } = (await accountByAccountId(db, accountId))!;
  const endpoint = await givenEndpoint(service, { accountId });
  return {
    endpoint,
    async events() {
      const rows = await db
        .selectFrom('webhook_delivery')
        .select(['subject', 'body'])
        .where('account', '=', account)
        .where('endpoint', '=', endpoint)
        .orderBy('id')
        .execute();
      return rows.map(({ subject, body }) => ({ ...assertEvent(body), subject }));
    },
  };
}
