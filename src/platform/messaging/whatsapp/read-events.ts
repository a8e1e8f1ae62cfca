import { isTooDeep } from '#core/input/parse-json.ts';
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
        add(events.notices, noticeOf(field, value, entry.id));
        continue;
      }
      for (const status of recordsIn(value, 'statuses')) add(events.deliveries, deliveryOf(status));
      for (const { code } of recordsIn(value, 'errors')) add(events.errors, errorOf(code));
    }
  }
  return events;
}

/** One by one: a call with as many arguments as a body may have entries overflows the stack. */
function add<Item>(list: Item[], item: Item | null): void {
  if (item !== null) list.push(item);
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
function deliveryOf(status: Record<string, unknown>): Delivery | null {
  const { id: reference, status: word, timestamp, biz_opaque_callback_data: ownId } = status;
  const delivery = known.find((each) => each === word);
  if (!delivery || !isReference(reference)) return null;
  const [error] = recordsIn(status, 'errors').flatMap(({ code }) => errorOf(code) ?? []);
  const id = isReference(ownId) ? ownId : null;
  return { reference, id, delivery, at: timeOf(timestamp), error: error ?? null };
}

/** Seconds since 1970, as text. */
const timeOf = (seconds: unknown): Date | null =>
  typeof seconds === 'string' && /^\d{9,10}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;
