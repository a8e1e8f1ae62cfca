import type { ListAlertsAnswer, ReportAllUsageAnswer } from '#client';
import { Figures } from '#web/console/parts/figures.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

/** Whole percent, with one digit below ten. */
const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part / whole < 0.1 ? 1 : 0)}\u00a0%`;

const millisecondsOf = (ms: number | null): string =>
  ms === null ? '–' : ms < 1000 ? `${countOf(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

const openOf = ({ items, next_cursor }: ListAlertsAnswer): string =>
  `${countOf(items.length)}${next_cursor ? ' or more' : ''}`;

interface OverviewFiguresProps {
  of: ReportAllUsageAnswer;
  alerts: ListAlertsAnswer | undefined;
}

export function OverviewFigures({ of: { totals, latency, money }, alerts }: OverviewFiguresProps) {
  const answered = totals.completed + totals.not_found;
  const receivedPaise = money.paid_paise - money.returned_paise;
  return (
    <Figures
      label="Figures of this range"
      of={[
        {
          name: 'Lookups',
          value: countOf(totals.requests),
          note: `by ${counted(totals.accounts, 'account')}`,
        },
        {
          name: 'Hit rate',
          value: percentOf(totals.completed, answered),
          note: `${countOf(totals.completed)} found`,
        },
        { name: 'Credits spent', value: countOf(totals.credits) },
        { name: 'Credits sold', value: countOf(money.credits_sold), note: 'whole UTC days' },
        {
          name: 'Received',
          value: rupeesOf(receivedPaise),
          note: money.returned_paise > 0 ? `${rupeesOf(money.returned_paise)} went back` : 'after refunds',
        },
        {
          name: 'Vendor cost',
          value: rupeesOf(Math.round(money.vendor_paise)),
          note:
            receivedPaise > 0
              ? `${percentOf(money.vendor_paise, receivedPaise)} of what was received`
              : 'at most',
        },
        {
          name: 'Latency',
          value: millisecondsOf(latency.p50_ms),
          note:
            latency.p50_ms !== null &&
            `95\u00a0% within ${millisecondsOf(latency.p95_ms)}, 99\u00a0% within ${millisecondsOf(latency.p99_ms)}`,
        },
        {
          name: 'Open alerts',
          value: alerts ? openOf(alerts) : '–',
          note: <a href="/console/health">See them</a>,
        },
      ]}
    />
  );
}
