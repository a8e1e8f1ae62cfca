import type { Answer } from '#client';

/** An address of the account's that gets events. */
export type WebhookEndpoint = Answer<'GET /internal/webhooks/{account_id}/endpoints'>['items'][number];
export type EventType = WebhookEndpoint['events'][number];

export const eventNames: Readonly<Record<EventType, string>> = {
  'contact.changed': 'Other values are known of a person you looked up',
  'credits.low': 'Few credits are left',
  'credits.expiring': 'Credits expire within a week',
  'budget.reached': 'A budget is 80 % or 100 % spent',
  'key.expiring': 'A key expires within a week',
  'key.replaced': 'A key was replaced',
  'key.banned': 'A key was banned',
  'payment.succeeded': 'A payment succeeded',
  'payment.failed': 'A payment or a renewal failed',
  'plan.renewed': 'A plan was renewed',
  'plan.ending': 'A plan ends within a week',
  'invoice.issued': 'An invoice was issued',
  'job.completed': 'A job is completed',
  'job.failed': 'A job failed',
  'job.cancelled': 'A job was cancelled',
  'job.paused': 'A job paused',
  'lookup.completed': 'A pending lookup has its answer',
  'person.opted_out': 'A person you looked up opted out',
};
export const eventTypes = Object.keys(eventNames) as EventType[];

/** As they are offered. */
export const eventGroups: readonly (readonly [string, readonly EventType[]])[] = [
  ['Credits and budgets', typesWith('credits', 'budget')],
  ['Keys', typesWith('key')],
  ['Payments and plans', typesWith('payment', 'plan', 'invoice')],
  ['Jobs and lookups', typesWith('job', 'lookup', 'contact')],
  ['Privacy', typesWith('person')],
];

function typesWith(...subjects: string[]): EventType[] {
  return eventTypes.filter((type) => subjects.includes(type.split('.')[0]!));
}

export const eventsOf = ({ events }: Pick<WebhookEndpoint, 'events'>): string =>
  events.length === 0 ? 'Every event' : events.join(', ');

const shownMax = 2;

/** For a cell of a table. */
export const fewEventsOf = ({ events }: Pick<WebhookEndpoint, 'events'>): string =>
  events.length > shownMax ? `${events.length} types` : eventsOf({ events });

/** `failing`: it still gets events. `off`: the service has switched it off. */
export const stateOf = ({ enabled, failing_since, switched_off_at }: WebhookEndpoint) => {
  if (enabled) return failing_since === null ? 'active' : 'failing';
  return switched_off_at === null ? 'paused' : 'off';
};
