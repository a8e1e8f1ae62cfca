import type { Answer } from '#client';
import { counted } from '#web/shared/values/count.tsx';
import { dayOf } from '#web/shared/values/time.tsx';

type Lot = Answer<'GET /internal/billing/balance/{account_id}'>['lots'][number];
export type Standing = Pick<Answer<'GET /internal/billing/plan/{account_id}'>, 'plan' | 'renewals'>;

const dayMs = 86_400_000;
const soonDays = 7;

const daysLeft = (at: string, now: number): number => Math.ceil((Date.parse(at) - now) / dayMs);

export const isSoon = (at: string | null, now: number): boolean =>
  at !== null && daysLeft(at, now) <= soonDays;

/** For example: 12 days left, until 7 Dec 2026. */
export function expiryWords(at: string | null, now: number): string {
  if (at === null) return 'They don’t expire.';
  const days = daysLeft(at, now);
  return days <= 1
    ? `Less than a day left, until ${dayOf(at)}`
    : `${counted(days, 'day')} left, until ${dayOf(at)}`;
}

export interface NextEvent {
  at: string;
  text: string;
}

/** Renewals and the expiries of each day, soonest first. */
export function nextEvents(lots: readonly Lot[], standing: Standing | undefined): NextEvent[] {
  const expiring = new Map<string, { at: string; left: number }>();
  for (const { expires_at: at, available } of lots)
    if (at !== null && available > 0)
      expiring.set(dayOf(at), { at, left: (expiring.get(dayOf(at))?.left ?? 0) + available });
  const events: NextEvent[] = [...expiring.values()].map(({ at, left }) => ({
    at,
    text: `${counted(left, 'unused credit')} ${left === 1 ? 'expires' : 'expire'}`,
  }));
  const { plan = null, renewals = [] } = standing ?? {};
  for (const { name, credits, renews_at: at } of renewals)
    if (at) events.push({ at, text: `${name} renews, with ${counted(credits, 'new credit')}` });
  if (plan?.ends_at && !plan.renews_at) events.push({ at: plan.ends_at, text: `${plan.name} ends` });
  return events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
