import { isTooDeep } from '#core/json-nesting.ts';
import type { Delivery, MessagingEvents } from '../messaging.ts';
import { isReference } from './cloud-api.ts';
import { errorOf } from './error-codes.ts';
import { noticeOf } from './notices.ts';
import { isRecord, recordsIn } from './records.ts';

/** Reads a webhook's body. `messages`, which hold what people wrote, are not looked at. */
export function readEvents(body: Uint8Array): MessagingEvents {
  const events: MessagingEvents = { deliveries: [], errors: [], notices: [] };
  for (const entry of recordsIn(parsed(body), 'entry')) {
    for (const { field, value } of recordsIn(entry, 'changes')) {
      if (!isRecord(value)) continue;
      if (field !== 'messages') {
        events.notices.push(...noticeOf(field, value, String(entry.id)));
        continue;
      }
      events.deliveries.push(...recordsIn(value, 'statuses').flatMap(deliveryOf));
      events.errors.push(...recordsIn(value, 'errors').flatMap(({ code }) => errorOf(code) ?? []));
    }
  }
  return events;
}

function parsed(body: Uint8Array): unknown {
  if (isTooDeep(body)) return null;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

const known = ['sent', 'delivered', 'read', 'failed'] as const;

/** A person who hides their number is named by an id of Meta's, or not at all: only the message's id counts. */
function deliveryOf(status: Record<string, unknown>): Delivery[] {
  const { id: reference, status: word, timestamp, biz_opaque_callback_data: ownId } = status;
  const delivery = known.find((each) => each === word);
  if (!delivery || !isReference(reference)) return [];
  const [error] = recordsIn(status, 'errors').flatMap(({ code }) => errorOf(code) ?? []);
  const id = isReference(ownId) ? ownId : null;
  return [{ reference, id, delivery, at: timeOf(timestamp), error: error ?? null }];
}

/** Seconds since 1970, as text. */
const timeOf = (seconds: unknown): Date | null =>
  typeof seconds === 'string' && /^\d{9,10}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;
