import type { OpenDomain, Platform } from '#core/domain.ts';
import { port } from '#core/ports.ts';
import type { MessageSender } from '#platform/outgoing/messages/send-message.ts';

export const WebhookSender = port<MessageSender>('webhook-sender');

/** Accounts with new messages, or all, because announcements may have been missed. */
type Woken = ReadonlySet<number> | 'all';

/** Wakes the sender of this process. */
export interface WebhookWork {
  wake(account: number | 'all'): void;
  /** Resolves when there are messages, or with an empty set after `timeoutMs` or when the signal aborts. For one caller. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<Woken>;
}

export const WebhookWork = port<WebhookWork>('webhook-work');

/** Remembers accounts only while they are waited for: an API process sends nothing. */
function openWebhookWork(): WebhookWork {
  let woken: Set<number> | 'all' | null = null;
  let resolve = () => {};
  return {
    wake(account) {
      if (woken === null) return;
      if (account === 'all') woken = 'all';
      else if (woken !== 'all') woken.add(account);
      resolve();
    },
    async wait(timeoutMs, signal) {
      woken ??= 'all';
      if (woken !== 'all' && woken.size === 0 && !signal.aborted) {
        const { promise, resolve: wake } = Promise.withResolvers<void>();
        resolve = () => wake();
        const timer = setTimeout(resolve, timeoutMs);
        signal.addEventListener('abort', resolve);
        await promise;
        signal.removeEventListener('abort', resolve);
        clearTimeout(timer);
      }
      const taken = woken;
      woken = new Set();
      return taken;
    },
  };
}

/** New messages are announced on the channel `webhook_work`, by the transaction that writes them. */
export function openWebhooks({ outgoing }: Platform): OpenDomain {
  const work = openWebhookWork();
  return {
    ports: [WebhookSender.opened(outgoing.messageSender), WebhookWork.opened(work)],
    feed: {
      channels: ['webhook_work'],
      onChange: (_, account) => work.wake(Number(account)),
      onFeedLost: () => {},
      onFeedRestored: () => work.wake('all'),
    },
  };
}
