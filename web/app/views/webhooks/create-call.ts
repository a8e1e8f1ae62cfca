import type { Call } from '#web/app/parts/code/code-of.ts';
import { eventTypes } from './webhook-endpoint.ts';

/** The call that adds the endpoint of this form. */
export function createCall({
  url = 'https://hooks.example.com/contactry',
  ...others
}: Readonly<Record<string, string>> = {}): Call {
  const { name } = others;
  const events = eventTypes.filter((type) => others[type]);
  const body = { url, ...(name ? { name } : {}), ...(events.length > 0 ? { events } : {}) };
  return { route: 'POST /api/v1/webhooks/endpoints', body };
}
