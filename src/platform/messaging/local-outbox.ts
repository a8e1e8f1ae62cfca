import type { Clock } from '#core/clock.ts';
import type { CodeMessage, Messaging } from './messaging.ts';

/** Messages kept in memory for a developer to read, in place of a vendor. */
export interface LocalOutbox extends Messaging {
  /** Those whose code is still valid, newest first. */
  messages(): (CodeMessage & { sentAt: Date })[];
}

/** Older messages are dropped. */
const messagesMax = 100;

export function openLocalOutbox(clock: Clock): LocalOutbox {
  let kept: (CodeMessage & { sentAt: Date })[] = [];
  const valid = () => {
    const now = clock.now();
    kept = kept.filter(({ expiresAt }) => expiresAt > now);
    return kept;
  };
  return {
    async sendCode(message) {
      kept = [{ ...message, sentAt: clock.now() }, ...valid()].slice(0, messagesMax);
      return { outcome: 'accepted', reference: null };
    },
    messages: () => [...valid()],
  };
}
