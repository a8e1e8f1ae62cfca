import { dateInIndia } from '#values/gst/index.ts';
import { groupedInIndia } from '#values/money.ts';
import { longDate } from '../paper/long-date.ts';

export interface SoldItem {
  kind: 'monthly' | 'topup';
  name: string;
  credits: number;
  /** The paid period of a plan, its end excluded. Null for a pack. */
  period: { start: Date; end: Date } | null;
}

/** What an invoice says was sold: `Scale plan, 200 credits, 22 November 2026 to 21 December 2026`. */
export function describeSale({ kind, name, credits, period }: SoldItem): string {
  const amount = `${groupedInIndia(credits)} credits`;
  if (kind === 'topup') return `Top-up pack, ${amount}, valid for one year`;
  if (!period) return `${name} plan, ${amount}`;
  const lastMoment = new Date(period.end.getTime() - 1);
  return `${name} plan, ${amount}, ${dayOf(period.start)} to ${dayOf(lastMoment)}`;
}

const dayOf = (at: Date): string => longDate(dateInIndia(at));
