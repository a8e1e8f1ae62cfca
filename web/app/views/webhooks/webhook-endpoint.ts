import type { Answer } from '#client';

/** An address of the account's that gets events. */
export type WebhookEndpoint = Answer<'GET /internal/webhooks/{account_id}/endpoints'>['items'][number];
type EventType = WebhookEndpoint['events'][number];

export const eventNames: Readonly<Record<EventType, string>> = {
  'job.completed': 'A job is completed',
  'job.failed': 'A job failed',
  'job.cancelled': 'A job was cancelled',
  'job.paused': 'A job paused',
};
export const eventTypes = Object.keys(eventNames) as EventType[];

export const eventsOf = ({ events }: Pick<WebhookEndpoint, 'events'>): string =>
  events.length === 0 ? 'Every event' : events.join(', ');
