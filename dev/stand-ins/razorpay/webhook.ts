import { randomBase62 } from '#core/ids.ts';
import { signatureOf } from '#platform/payments/signed-delivery.ts';

export interface WebhookSettings {
  /** Null sends nowhere; events wait in the outbox. */
  url: string | null;
  /** Signs what is sent. Set another one to send bad signatures, or old ones. */
  secret: string;
  /** Events wait until `deliver` is called. */
  held: boolean;
  /** How often each event is sent, with one event id. */
  copies: number;
  /** Names of events that are never sent. */
  drops: readonly string[];
}

export interface WebhookEvent {
  id: string;
  name: string;
  /** The exact bytes, which every delivery repeats. */
  body: string;
  /** The receiver's statuses; 0 where there was none. */
  statuses: number[];
  isDropped: boolean;
}

/** Sends events as Razorpay does: at least once, in any order, again until the receiver answers 2xx. */
export interface WebhookSender {
  settings: WebhookSettings;
  /** All events, oldest first. */
  events: WebhookEvent[];
  emit(name: string, entities: Record<string, unknown>, atSeconds: number): Promise<void>;
  /** Sends what no receiver has accepted yet. `reorder` gives the order. */
  deliver(reorder?: (events: WebhookEvent[]) => WebhookEvent[]): Promise<void>;
  /** Sends one event again, accepted or not. */
  redeliver(event: WebhookEvent): Promise<void>;
}

/** Razorpay waits so long for an answer. */
const answerMs = 5000;

export function openWebhookSender(settings: WebhookSettings): WebhookSender {
  const events: WebhookEvent[] = [];
  const sender: WebhookSender = {
    settings,
    events,
    async emit(name, entities, atSeconds) {
      const payload = Object.fromEntries(Object.entries(entities).map(([of, entity]) => [of, { entity }]));
      const told = {
        entity: 'event',
        account_id: 'acc_StandIn0000000',
        event: name,
        contains: Object.keys(entities),
        payload,
        created_at: atSeconds,
      };
      const isDropped = settings.drops.includes(name);
      const event = { id: randomBase62(14), name, body: JSON.stringify(told), statuses: [], isDropped };
      events.push(event);
      if (!settings.held && !isDropped) await sendCopies(event);
    },
    async deliver(reorder = (waiting) => waiting) {
      const waiting = events.filter((event) => !isAccepted(event) && !event.isDropped);
      for (const event of reorder(waiting)) await sendCopies(event);
    },
    async redeliver(event) {
      if (settings.url === null) return;
      event.statuses.push(await post(settings.url, settings.secret, event));
    },
  };
  async function sendCopies(event: WebhookEvent): Promise<void> {
    for (let copy = 0; copy < settings.copies; copy += 1) await sender.redeliver(event);
  }
  return sender;
}

const isAccepted = ({ statuses }: WebhookEvent): boolean =>
  statuses.some((status) => status >= 200 && status < 300);

async function post(url: string, secret: string, { id, body }: WebhookEvent): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signatureOf(body, secret),
    'x-razorpay-event-id': id,
  };
  const signal = AbortSignal.timeout(answerMs);
  const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}
