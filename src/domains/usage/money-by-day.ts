import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { salesByDay } from '#domains/billing/index.ts';
import { vendorPaiseByDay } from '#domains/sources/index.ts';
import type { TimeSpan } from './rules.ts';
import type { MoneyReport } from './shapes.ts';

type Sums = Omit<MoneyReport, 'daily'>;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Sales and what vendors charged, for each UTC day from the one in which the window starts. */
export async function moneyByDay(db: Db, { start, end }: TimeSpan): Promise<MoneyReport> {
  const firstMs = Math.floor(start.getTime() / dayMs) * dayMs;
  const sales = new Map((await salesByDay(db, new Date(firstMs))).map((day) => [day.date, day]));
  const vendors = await vendorPaiseByDay(db, new Date(firstMs));

  const days = Array.from({ length: Math.floor((end.getTime() - firstMs) / dayMs) + 1 }, (_, at) =>
    dateOf(firstMs + at * dayMs),
  );
  const daily = days.map((date) => ({
    date,
    credits_sold: sales.get(date)?.creditsSold ?? 0,
    paid_paise: sales.get(date)?.paidPaise ?? 0,
    returned_paise: sales.get(date)?.returnedPaise ?? 0,
    vendor_paise: vendors.get(date) ?? 0,
  }));
  const sumOf = (name: keyof Sums) => daily.reduce((sum, day) => sum + day[name], 0);
  return {
    credits_sold: sumOf('credits_sold'),
    paid_paise: sumOf('paid_paise'),
    returned_paise: sumOf('returned_paise'),
    vendor_paise: sumOf('vendor_paise'),
    daily,
  };
}
