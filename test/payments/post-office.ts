import { setTimeout as sleep } from 'node:timers/promises';
import { standInKeys } from '#dev/stand-ins/razorpay/answers.ts';
import type { WebhookEvent } from '#dev/stand-ins/razorpay/webhook.ts';
import { signatureOf } from '#platform/payments/signed-delivery.ts';
import type { Dice } from '../fuzz/dice.ts';
import { inLanes } from './lanes.ts';
import type { ServiceUnderKills } from './service-under-kills.ts';

/** Carries what Razorpay tells to the service: in any order, some of it twice or never, with forgeries among it. */
export interface PostOffice {
  /** Delivers what has happened since the last call. */
  deliver(): Promise<void>;
  readonly counts: Readonly<Record<'accepted' | 'repeated' | 'forged' | 'dropped' | 'unanswered', number>>;
}

interface Letter {
  body: string;
  signature: string | null;
  event: string;
  status: 200 | 401;
}

const path = '/api/v1/billing/webhook/razorpay';
const lanes = 8;
/** A process that was killed is back after a second or two. */
const restMs = 50;

export function openPostOffice(
  { api, razorpay: { webhook } }: Pick<ServiceUnderKills, 'api' | 'razorpay'>,
  dice: Dice,
  { pulse, isNeeded }: { pulse(): void; isNeeded(event: WebhookEvent): boolean },
): PostOffice {
  const counts = { accepted: 0, repeated: 0, forged: 0, dropped: 0, unanswered: 0 };
  let told = 0;

  function lettersOf(event: WebhookEvent): Letter[] {
    const genuine = letter(event.body, event.id);
    const forged = dice.chance(0.1) ? [forgery(genuine, dice)] : [];
    counts.forged += forged.length;
    if (dice.chance(0.12) && !isNeeded(event)) {
      counts.dropped += 1;
      return forged;
    }
    const copies = dice.chance(0.35) ? 1 + dice.below(2) : 0;
    counts.repeated += copies;
    // The event's id isn't signed, so anyone who saw a delivery can send it under another id.
    const again = Array.from({ length: copies }, () =>
      letter(event.body, dice.chance(0.5) ? event.id : `replayed-${dice.below(1e9)}`),
    );
    return [...forged, genuine, ...again];
  }

  async function post(sent: Letter): Promise<void> {
    pulse();
    for (;;) {
      const status = await statusOf(sent);
      if (status === sent.status) break;
      if (status !== 0 && status !== 503)
        throw new Error(`a delivery was answered with ${status}: ${sent.body}`);
      counts.unanswered += 1;
      await sleep(restMs);
    }
    if (sent.status === 200) counts.accepted += 1;
  }

  const statusOf = async ({ body, signature, event }: Letter): Promise<number> => {
    const headers = {
      'x-razorpay-event-id': event,
      ...(signature === null ? {} : { 'x-razorpay-signature': signature }),
      'x-forwarded-for': `203.0.113.${dice.below(250)}`,
    };
    const answer = await api.call(path, { method: 'POST', body, headers }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status ?? 0;
  };

  return {
    counts,
    async deliver() {
      const letters = webhook.events.slice(told).flatMap(lettersOf);
      told = webhook.events.length;
      await inLanes(lanes, dice.shuffled(letters), post);
    },
  };
}

const signed = (body: string): string => signatureOf(body, standInKeys.webhookSecret);
const letter = (body: string, event: string): Letter => ({
  body,
  signature: signed(body),
  event,
  status: 200,
});

/** A forgery by a person who knows everything but the secret. */
function forgery({ body, signature, event }: Letter, dice: Dice): Letter {
  const altered = body.replaceAll(/"(pay|order|sub|rfnd)_\w+"/g, '"$1_Forged00000000"');
  return dice.pick<Letter>([
    { body: altered, signature, event, status: 401 },
    { body: altered, signature: signatureOf(altered, 'another-secret-1'), event, status: 401 },
    { body, signature: null, event, status: 401 },
  ]);
}
