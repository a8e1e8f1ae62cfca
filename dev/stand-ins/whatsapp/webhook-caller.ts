import { escapedJson, eventOf, messagesChange, signatureOf, statusOf } from './events.ts';
import type { SentCode } from './judge-message.ts';
import { failureOf } from './magic-numbers.ts';

export interface WebhookPlace {
  /** The service's own address of the webhook. */
  url: string;
  appSecret: string;
  verifyToken: string;
}

/** Calls the service's webhook as Meta does. */
export function openWebhookCaller({ url, appSecret, verifyToken }: WebhookPlace) {
  async function post(event: unknown): Promise<number> {
    const body = escapedJson(event);
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(body, appSecret),
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  return {
    /** Whether the service returned the challenge. */
    async shakeHands(): Promise<boolean> {
      const challenge = '1158201444';
      const query = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken };
      const answer = await fetch(`${url}?${new URLSearchParams(query)}`);
      return answer.status === 200 && (await answer.text()) === challenge;
    },
    post,
    /** Sends the status of a message: read, or failed for a number that fails. */
    async report(sent: SentCode): Promise<void> {
      const errorCode = failureOf(sent.to);
      const statuses =
        errorCode === null
          ? (['sent', 'delivered', 'read'] as const).map((each) => statusOf(sent, each))
          : [statusOf(sent, 'failed', { errorCode })];
      for (const status of statuses) await post(eventOf(messagesChange({ statuses: [status] })));
    },
  };
}
