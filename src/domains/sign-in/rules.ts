import { dayMs, hourMs } from '#core/clock.ts';

/** A customer's session ends when it has been unused for this long, */
export const unusedMs = 7 * dayMs;
/** and after this long even if it was used. */
const customerMs = 30 * dayMs;
export const operatorMs = 12 * hourMs;
export const linkMs = dayMs;

/** When a session that is used now ends. */
export const sessionEnd = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(createdAt.getTime() + customerMs, now.getTime() + unusedMs));

/** Whether a later end is worth a write. */
export const isWorthKeeping = (end: Date, later: Date): boolean => later.getTime() - end.getTime() >= hourMs;
