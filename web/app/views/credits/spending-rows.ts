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

export type Grouping = 'day' | 'cause';

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
    key: [cause.date, cause.kind, cause.id].join(),
    date: cause.date,
    name: causeName(cause),
    href: addressOf(cause, month),
    about: aboutOf(cause),
    credits: cause.credits,
  }));
  const others = changes.map((change, at) => ({
    key: `change ${at}`,
    date: by === 'day' ? change.at.slice(0, 10) : '',
    name: changeName(change),
    about: '',
    credits: change.credits,
  }));
  return [...causes, ...(by === 'day' ? others : mergedChanges(others))];
}

/** The causes of all days, each once. */
function mergedCauses(items: readonly Cause[]): Cause[] {
  const merged = new Map<string, Cause>();
  for (const { kind, id, name, credits, lookups, free } of items) {
    const cause = merged.get(`${kind} ${id}`) ?? {
      date: '',
      kind,
      id,
      name,
      credits: 0,
      lookups: 0,
      free: {},
    };
    cause.credits += credits;
    cause.lookups += lookups;
    for (const [reason, count] of Object.entries(free))
      cause.free[reason] = (cause.free[reason] ?? 0) + count;
    merged.set(`${kind} ${id}`, cause);
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
function addressOf({ date, kind, id }: Cause, month: string): string | undefined {
  if (kind === 'job') return id === null ? undefined : `/app/jobs/${id}`;
  const query = { month, by: 'lookup', kind: 'find', opened_from: kind, day: date, key_id: id ?? '' };
  const members = Object.entries(query).filter(([, value]) => value !== '');
  return `/app/credits?${new URLSearchParams(members)}`;
}

function aboutOf({ lookups, free }: Cause): string {
  const reasons = Object.entries(free).sort(([, one], [, other]) => other - one);
  const why = reasons.map(([reason, count]) => `${countOf(count)} ${freeWords(reason)}`).join(', ');
  return `${counted(lookups, 'lookup')}${why && `, free: ${why}`}`;
}
