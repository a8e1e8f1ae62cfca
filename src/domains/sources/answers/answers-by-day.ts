import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { AnswersOfDay, SourceAnswers } from './shapes.ts';

type Counts = Pick<
  SourceAnswers,
  'source' | 'asked' | 'found' | 'not_found' | 'failed' | 'values_found' | 'cost_paise'
>;

/** Oldest day first. Days on which a source wasn't asked are missing. */
export async function answersByDay(
  db: Db,
  { days, source = null }: { days: number; source?: string | null | undefined },
): Promise<AnswersOfDay[]> {
  const { rows } = await sql<Counts & { date: string }>`
    select day as date, source, asked, found, not_found, failed, values_found, paise::float8 as cost_paise
    from source_tally
    where day > (clock_timestamp() at time zone 'UTC')::date - ${days}::int and (${source}::text is null or source = ${source})
    order by day, source`.execute(db);
  return rows.map(({ date, ...counts }) => ({ date, ...rated(counts) }));
}

/** The sums of each source, the one that found most first. */
export function sumsOf(days: readonly AnswersOfDay[]): SourceAnswers[] {
  const bySource = Map.groupBy(days, ({ source }) => source);
  return [...bySource]
    .map(([source, its]) => rated({ source, ...sumOf(its) }))
    .sort((one, other) => other.found - one.found || (one.source < other.source ? -1 : 1));
}

function sumOf(days: readonly AnswersOfDay[]): Omit<Counts, 'source'> {
  const sum = (name: Exclude<keyof Counts, 'source'>) => days.reduce((total, day) => total + day[name], 0);
  return {
    asked: sum('asked'),
    found: sum('found'),
    not_found: sum('not_found'),
    failed: sum('failed'),
    values_found: sum('values_found'),
    cost_paise: rounded(sum('cost_paise')),
  };
}

function rated(counts: Counts): SourceAnswers {
  const { found, not_found, values_found, cost_paise } = counts;
  const answered = found + not_found;
  return {
    ...counts,
    hit_rate: answered === 0 ? null : Math.round((found / answered) * 1000) / 1000,
    value_paise: values_found === 0 ? null : rounded(cost_paise / values_found),
  };
}

const rounded = (paise: number): number => Math.round(paise * 100) / 100;
