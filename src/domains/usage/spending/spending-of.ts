import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { readInstant } from '#core/input/read-instant.ts';
import { instant, orNull } from '#core/shapes.ts';

const daysDefault = 30;
const daysMax = 92;

const day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description }));

export const SpendingQuery = Type.Object({
  start: day(`First UTC day, YYYY-MM-DD. Defaults to ${daysDefault} days up to \`end\`.`),
  end: day(`Last UTC day, YYYY-MM-DD. Defaults to today. At most ${daysMax} days with the first.`),
});

const Cause = Type.Object(
  {
    date: Type.String({ description: 'UTC day, YYYY-MM-DD.' }),
    kind: Type.Enum(['job', 'api', 'dashboard', 'extension', 'mcp'], {
      description: '`job` for a bulk job, else the surface of single lookups.',
    }),
    id: orNull(
      Type.String(),
      'The id of the job or the key. Null for lookups without a key, and for all further jobs of a day with more than 200.',
    ),
    name: orNull(Type.String(), "The job's name, or the key's name, note or prefix."),
    credits: Type.Integer({ description: 'Effect on the balance: 0 or negative.' }),
    lookups: Type.Integer({ description: 'Answered lookups.' }),
    free: Type.Record(Type.String(), Type.Integer(), {
      description:
        'Free lookups by reason: `not_found`, `links_only`, `repeat`, `source_not_billable` or `failed`.',
    }),
  },
  { title: 'SpendingCause' },
);
export type Cause = Static<typeof Cause>;

const otherKinds = { 1: 'grant', 6: 'expire', 7: 'revoke', 8: 'refund' } as const;
type OtherKind = (typeof otherKinds)[keyof typeof otherKinds];

const Change = Type.Object(
  {
    at: instant('When it happened.'),
    kind: Type.Enum(Object.values(otherKinds), {
      description: '`grant`, `expire`, `revoke` (taken back) or `refund` (a spend given back).',
    }),
    credits: Type.Integer({ description: 'Effect on the balance.' }),
    reason: Type.String({ description: 'Why it happened.' }),
    source: Type.String({
      description: 'Where the credits came from: `plan`, `topup`, `promo`, `operator`, `key` or `refund`.',
    }),
    reference: Type.String({ description: 'Origin of the credits, such as a payment or a promo code.' }),
  },
  { title: 'CreditChange' },
);
export type Change = Static<typeof Change>;

export const changesMax = 500;
export const Spending = Type.Object({
  account_id: Type.String(),
  start: Type.String({ description: 'First UTC day.' }),
  end: Type.String({ description: 'Last UTC day.' }),
  account_since: Type.String({ description: 'UTC day on which the account was created.' }),
  totals: Type.Object(
    {
      change: Type.Integer({ description: 'Sum of the members below.' }),
      spent: Type.Integer({ description: 'Credits spent by lookups: 0 or negative.' }),
      grant: Type.Integer({ description: 'Credits granted.' }),
      expire: Type.Integer({ description: 'Credits that expired: 0 or negative.' }),
      revoke: Type.Integer({ description: 'Credits taken back: 0 or negative.' }),
      refund: Type.Integer({ description: 'Spent credits given back.' }),
    },
    { description: 'Effects on the balance. Credits set aside for work in progress are spent when it ends.' },
  ),
  items: Type.Array(Cause, { description: 'Causes of spending: newest day first, then most credits first.' }),
  changes: Type.Array(Change, {
    description: `Every other change of the balance, newest first. At most ${changesMax}; the totals have all.`,
  }),
});
export type Spending = Static<typeof Spending>;

interface Days {
  start: Date;
  /** Exclusive. */
  end: Date;
}

export function spendingDays({ start, end }: Static<typeof SpendingQuery>, now: Date): Days {
  const invalid = 'Input should be a valid date';
  const last = end === undefined ? now : (readInstant(end, 0) ?? failField(['end'], invalid));
  const until = new Date((Math.floor(last.getTime() / dayMs) + 1) * dayMs);
  const from =
    start === undefined
      ? new Date(until.getTime() - daysDefault * dayMs)
      : (readInstant(start, 0) ?? failField(['start'], invalid));
  const days = (until.getTime() - from.getTime()) / dayMs;
  if (days < 1) failField(['end'], 'The end should not be before the start');
  if (days > daysMax) failField(['start'], `The period should be at most ${daysMax} days`);
  return { start: from, end: until };
}

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const firstAndLastDay = ({ start, end }: Days): [string, string] => [
  dayOf(start.getTime()),
  dayOf(end.getTime() - dayMs),
];

/** Calls come from the sums by hour, and everything else from its own index of the ledger. So single spends aren't read. */
export async function spendingOf(
  db: Db,
  account: number,
  { start, end }: Days,
): Promise<Pick<Spending, 'totals' | 'items' | 'changes'>> {
  const { items, spent } = await causesOf(db, account, { start, end });
  const sums = await changeSums(db, account, { start, end });
  const changes = await changesOf(db, account, { start, end });
  const others = { grant: 0, expire: 0, revoke: 0, refund: 0, ...sums };
  const change = Object.values(others).reduce((all, credits) => all + credits, spent);
  return { totals: { change, spent, ...others }, items, changes };
}

interface CauseRow {
  day: string;
  job: string;
  opened_from: Cause['kind'];
  key_id: string;
  reason: string;
  requests: number;
  credits: number;
  name: string | null;
  key_prefix: string | null;
  key_note: string | null;
}

async function causesOf(db: Db, account: number, { start, end }: Days) {
  const { rows } = await sql<CauseRow>`
    select o_day as day, o_job as job, o_opened_from as opened_from, o_key_id as key_id, o_reason as reason, o_requests as requests,
      o_credits as credits, o_name as name, o_key_prefix as key_prefix, o_key_note as key_note
    from usage_spending(${account}, ${start}, ${end})`.execute(db);
  const causes = new Map<string, Cause>();
  for (const row of rows) {
    const place = [row.day, row.job, row.opened_from, row.key_id].join();
    const cause = causes.get(place) ?? newCause(row);
    causes.set(place, cause);
    cause.credits -= row.credits;
    cause.lookups += row.requests;
    if (row.credits === 0) cause.free[row.reason] = (cause.free[row.reason] ?? 0) + row.requests;
  }
  const items = [...causes.values()].sort(
    (one, other) => other.date.localeCompare(one.date) || one.credits - other.credits,
  );
  return { items, spent: items.reduce((all, { credits }) => all + credits, 0) };
}

function newCause({ day, job, opened_from, key_id, name, key_prefix, key_note }: CauseRow): Cause {
  const none = { credits: 0, lookups: 0, free: {} };
  if (job === '')
    return { date: day, kind: opened_from, id: key_id || null, name: key_note || key_prefix, ...none };
  const id = job === 'other' ? null : `job_${job.replaceAll('-', '')}`;
  return { date: day, kind: 'job', id, name, ...none };
}

const signOf = sql`case when row.kind in (1, 8) then 1 else -1 end`;

const rowsWithin = (account: number, { start, end }: Days) => sql`
  credit_ledger row where row.account = ${account} and row.kind in (1, 6, 7, 8) and row.at >= ${start} and row.at < ${end}`;

async function changeSums(db: Db, account: number, days: Days): Promise<Partial<Record<OtherKind, number>>> {
  const { rows } = await sql<{ kind: keyof typeof otherKinds; credits: number }>`
    select row.kind, sum(row.amount * ${signOf})::bigint as credits from ${rowsWithin(account, days)} group by row.kind`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ kind, credits }) => [otherKinds[kind], credits]));
}

async function changesOf(db: Db, account: number, days: Days): Promise<Change[]> {
  const { rows } = await sql<Omit<Change, 'kind'> & { kind: keyof typeof otherKinds }>`
    select row.at, row.kind, row.amount * ${signOf} as credits, coalesce(row.reason, lot.reason) as reason, lot.source,
      lot.source_ref as reference
    from (select * from ${rowsWithin(account, days)} order by row.at desc, row.id desc limit ${changesMax}) row
    join credit_lot lot on lot.id = row.lot_id order by row.at desc, row.id desc`.execute(db);
  return rows.map((row) => ({ ...row, kind: otherKinds[row.kind] }));
}
