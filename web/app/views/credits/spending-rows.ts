import { freeWords } from '#web/app/parts/lookups/free-words.ts';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { dayOf } from '#web/shared/values/time.tsx';
import { type Cause, causeName, changeName, type Spending } from './words.ts';

export interface SpendingRow {
  key: string;
  name: string;
  /** Where its lookups are. */
  href?: string;
  /** How many lookups, and why some were free. */
  about: string;
  credits: number;
  /** A day, or the month: the sum of other rows. */
  isSum?: boolean;
}

export type Grouping = 'day' | 'cause' | 'source' | 'key' | 'job' | 'agent' | 'reason';

/** Every change of a month with its cause, as rows whose sum is that of the ledger. */
export function spendingRows(spending: Spending, month: string, by: Grouping): SpendingRow[] {
  const { totals } = spending;
  const lines = linesOf(spending, month, by);
  const rest = totals.change - sumOf(lines);
  if (rest !== 0)
    lines.push({ key: 'rest', date: '', name: 'Other changes, too many to list', about: '', credits: rest });
  const groups = Map.groupBy(lines, ({ date }) => (by === 'day' ? date : ''));
  const days = [...groups].sort(([one], [other]) => (one < other ? 1 : -1));
  return [
    ...days.flatMap(([date, rows]) => {
      const sorted = rows.toSorted((one, other) => one.credits - other.credits);
      return date === '' ? sorted : [sumRow(date, dayOf(date, 'UTC'), sumOf(rows)), ...sorted];
    }),
    ...(lines.length > 0 ? [sumRow('total', 'Change of this month', totals.change)] : []),
  ];
}

type Line = SpendingRow & { date: string };

const sumOf = (rows: readonly SpendingRow[]): number => rows.reduce((sum, { credits }) => sum + credits, 0);

const sumRow = (key: string, name: string, credits: number): SpendingRow => ({
  ...{ key, name, about: '', credits, isSum: true },
});

function linesOf({ items, changes }: Spending, month: string, by: Grouping): Line[] {
  const dated = by === 'day' ? items : mergedCauses(items);
  const causes = dated.map((cause) => ({
    key: keyOf(cause),
    date: cause.date,
    name: causeName(cause),
    href: addressOf(cause, month),
    about: aboutOf(cause),
    credits: cause.credits,
  }));
  const others = changes.map((change, at) => ({
    key: `change ${at}`,
    date: by === 'day' ? change.date : '',
    name: changeName(change),
    about: '',
    credits: change.credits,
  }));
  return [...causes, ...(by === 'day' ? others : mergedChanges(others))];
}

const keyOf = ({ date, kind, id, sources }: Cause): string => [date, kind, id, ...sources].join();

/** The causes of all days, each once. */
function mergedCauses(items: readonly Cause[]): Cause[] {
  const merged = new Map<string, Cause>();
  for (const { free, ...item } of items) {
    const key = keyOf({ ...item, date: '', free });
    const none = { ...item, date: '', credits: 0, lookups: 0, paid: 0, free: {} };
    const cause: Cause = merged.get(key) ?? none;
    cause.credits += item.credits;
    cause.lookups += item.lookups;
    cause.paid += item.paid;
    for (const [reason, count] of Object.entries(free))
      cause.free[reason] = (cause.free[reason] ?? 0) + count;
    merged.set(key, cause);
  }
  return [...merged.values()];
}

function mergedChanges(lines: readonly Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const { credits = 0 } = merged.get(line.name) ?? {};
    merged.set(line.name, { ...line, credits: credits + line.credits });
  }
  return [...merged.values()];
}

/** A job's page, or the list of single lookups. */
function addressOf(cause: Cause, month: string): string | undefined {
  const { date, kind, id } = cause;
  if (kind === 'job') return id === null ? undefined : `/app/jobs/${id}`;
  const query = { month, by: 'lookup', ...filterOf(cause), day: date };
  const members = Object.entries(query).filter(([, value]) => value !== '');
  return `/app/credits?${new URLSearchParams(members)}`;
}

/** Which lookups the list shows. For several sources: those with the first. */
function filterOf({ kind, id, sources }: Cause): Record<string, string> {
  if (kind === 'source') return { source: sources[0] ?? '' };
  if (kind === 'reason') return { charged: id === 'completed_lookup' ? 'yes' : 'no' };
  if (kind === 'key') return { key_id: id ?? '' };
  if (kind === 'single') return { kind: 'find' };
  return { kind: 'find', opened_from: kind, key_id: id ?? '' };
}

function aboutOf({ lookups, free }: Cause): string {
  const reasons = Object.entries(free).sort(([, one], [, other]) => other - one);
  const why = reasons.map(([reason, count]) => `${countOf(count)} ${freeWords(reason)}`).join(', ');
  return `${counted(lookups, 'lookup')}${why && `, free: ${why}`}`;
}
