import { dayMs, minuteMs } from '#core/clock.ts';

export const codeLimits = {
  digits: 6,
  validMs: 10 * minuteMs,
  triesMax: 5,
  /** Between two messages. */
  spacingMs: minuteMs,
  /** In any 24 hours. */
  messagesADay: 5,
} as const;

/** A message to a number or for an account. */
export interface Sent {
  at: Date;
  /** Whether it uses up one of the day's messages. */
  counts: boolean;
}

/** The earliest time of another message after these, newest first. */
export function nextMessageAt(sent: readonly Sent[]): Date {
  const newest = sent[0]?.at.getTime() ?? 0;
  const fifth = sent.filter(({ counts }) => counts)[codeLimits.messagesADay - 1]?.at.getTime() ?? -dayMs;
  return new Date(Math.max(newest === 0 ? 0 : newest + codeLimits.spacingMs, fifth + dayMs));
}

/** Whole seconds, at least 1. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
