import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { AnswersOfDay, Figures, SourceAnswers } from './shapes.ts';

const counted = [
  'asked',
  'found',
  'not_found',
  'failed',
  'values_found',
  'emails_found',
  'phones_found',
  'links_found',
  'cost_paise',
  'credits_earned',
] as const;
type Counts = Pick<Figures, (typeof counted)[number]>;

/** Oldest day first. Days on which a source wasn't asked and earned nothing are missing. */
export async function answersByDay(
  db: Db,
  { days, source = null }: { days: number; source?: string | null | undefined },
): Promise<AnswersOfDay[]> {
  const rows = await rowsOf<Counts & { date: string; source: string }>(db)`
    select day as date, source, asked, found, not_found, failed, values_found, emails_found, phones_found, links_found,
      paise::float8 as cost_paise, credits_earned::float8 as credits_earned
    from source_tally
    where day > (clock_timestamp() at time zone 'UTC')::date - ${days}::int and (${source}::text is null or source = ${source})
    order by day, source`;
  return rows.map(({ date, source, ...counts }) => ({ date, source, ...rated(counts) }));
}

/** The sums of each source, the one that found most first. */
export function sumsOf(days: readonly AnswersOfDay[]): SourceAnswers[] {
  const bySource = Map.groupBy(days, ({ source }) => source);
  return [...bySource]
    .map(([source, its]) => ({ source, ...totalOf(its) }))
    .sort((one, other) => other.found - one.found || (one.source < other.source ? -1 : 1));
}

export function totalOf(days: readonly AnswersOfDay[]): Figures {
  const sumOf = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0);
  return rated(Object.fromEntries(counted.map((name) => [name, sumOf(name)])) as Counts);
}

function rated(counts: Counts): Figures {
  const { found, not_found, cost_paise, credits_earned } = counts;
  const answered = found + not_found;
  const per = (number: number) => (number === 0 ? null : rounded(cost_paise / number));
  return {
    ...counts,
    cost_paise: rounded(cost_paise),
    credits_earned: rounded(credits_earned),
    hit_rate: answered === 0 ? null : Math.round((found / answered) * 1000) / 1000,
    hit_paise: per(found),
    value_paise: per(counts.values_found),
    email_paise: per(counts.emails_found),
    phone_paise: per(counts.phones_found),
    link_paise: per(counts.links_found),
    credit_paise: per(rounded(credits_earned)),
  };
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100;
