import { dayMs, hourMs, minuteMs } from '#core/clock.ts';

export const codeLimits = {
  digits: 6,
  validMs: 10 * minuteMs,
  triesMax: 5,
  /** Between two messages. */
  spacingMs: minuteMs,
  /** In any 24 hours, of an account, of a device, and of an address to one number. */
  messagesADay: 5,
} as const;

/** A message to a number or for an account. */
export interface Sent {
  at: Date;
  /** Whether it uses up one of the day's messages. */
  counts: boolean;
}

/** The earliest time of another message after these, newest first: a minute after the last, and at most this many in 24 hours. */
export function nextMessageAt(sent: readonly Sent[], perDay: number = codeLimits.messagesADay): Date {
  const newest = sent[0]?.at.getTime() ?? 0;
  return new Date(Math.max(newest === 0 ? 0 : newest + codeLimits.spacingMs, dayOverAt(sent, perDay)));
}

/** When fewer than `perDay` of these, newest first, are in the last 24 hours. In milliseconds; 0 if it is so. */
export function dayOverAt(sent: readonly Sent[], perDay: number): number {
  const last = sent.filter(({ counts }) => counts)[perDay - 1];
  return last ? last.at.getTime() + dayMs : 0;
}

/** Limits of the messages to accounts without a reserve, all together. */
export const limitsInAll = [
  { window: 'minute', ms: minuteMs, setting: 'whatsapp_messages_per_minute' },
  { window: 'hour', ms: hourMs, setting: 'whatsapp_messages_per_hour' },
  { window: 'day', ms: dayMs, setting: 'whatsapp_messages_per_day' },
] as const;

/** Whole seconds, at least 1. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));

/** Seconds for `Retry-After` when the vendor is unreachable and names no time. */
export const unreachableSeconds = 30;

/** The same while WhatsApp isn't configured: an operator has to restart the service. */
export const unconfiguredSeconds = 3600;
