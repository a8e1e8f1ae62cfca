import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';
import { failField } from '#core/failure.ts';
import { readInstant } from '#core/input/read-instant.ts';
import { timeZoneOf } from '#domains/credits/index.ts';
import { daysDefault, daysMax, type SpendingQuery } from './shapes.ts';

/** Days as YYYY-MM-DD, each from midnight to midnight in the zone. */
export interface Days {
  first: string;
  last: string;
  zone: string;
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days that are asked for, in the time zone of the account's budgets. */
export async function spendingDays(
  db: Db,
  account: number,
  { start, end }: SpendingQuery,
  now: Date,
): Promise<Days> {
  const zone = await timeZoneOf(db, account);
  const lastMs = end === undefined ? await todayMs(db, now, zone) : dayMsOf(end, 'end');
  const firstMs = start === undefined ? lastMs - (daysDefault - 1) * dayMs : dayMsOf(start, 'start');
  const days = (lastMs - firstMs) / dayMs + 1;
  if (days < 1) failField(['end'], 'The end should not be before the start');
  if (days > daysMax) failField(['start'], `The period should be at most ${daysMax} days`);
  return { first: dayOf(firstMs), last: dayOf(lastMs), zone };
}

const dayMsOf = (text: string, field: 'start' | 'end'): number =>
  (readInstant(text, 0) ?? failField([field], 'Input should be a valid date')).getTime();

// The database's zones, as for budgets: Node.js may know others.
const todayMs = async (db: Db, now: Date, zone: string): Promise<number> =>
  Date.parse(
    await fieldOf<string>(db)`select to_char(${now}::timestamptz at time zone ${zone}, 'YYYY-MM-DD')`,
  );
