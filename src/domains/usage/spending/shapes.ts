import Type, { type Static } from 'typebox';
import { instant, orNull } from '#core/shapes.ts';

export const daysDefault = 30;
export const daysMax = 92;
/** Groups of a day. */
export const groupsMax = 200;
/** Lookups whose sources are read. The sums have no sources. */
export const callsReadMax = 10_000;

const day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description }));

export const SpendingQuery = Type.Object({
  start: day(`First day, YYYY-MM-DD. Defaults to ${daysDefault} days up to \`end\`.`),
  end: day(`Last day, YYYY-MM-DD. Defaults to today. At most ${daysMax} days with the first.`),
  by: Type.Enum(['cause', 'source', 'key', 'job', 'agent', 'reason'], {
    default: 'cause',
    description:
      'How lookups are grouped. `cause`: by job, and single lookups by surface and key. `source`: by the sources of the values returned. `agent`: agents by their key, everything else by surface.',
  }),
});
export type SpendingQuery = Static<typeof SpendingQuery>;

const Cause = Type.Object(
  {
    date: Type.String({ description: 'Day, YYYY-MM-DD.' }),
    kind: Type.Enum(['job', 'api', 'dashboard', 'extension', 'mcp', 'single', 'key', 'source', 'reason'], {
      description:
        '`job` for a bulk job, else the surface of single lookups. `by` other than `cause`: also `single` (lookups outside jobs), `key`, `source` or `reason`.',
    }),
    id: orNull(
      Type.String(),
      `The id of the job or the key, or the reason. Null for lookups without a key, for sources, and for all further jobs of a day with more than ${groupsMax}.`,
    ),
    name: orNull(Type.String(), "The job's name, or the key's name, note or prefix."),
    sources: Type.Array(Type.String(), {
      description: `With \`by=source\`: the sources of the values returned, together, so that each credit is counted once. Empty for lookups that found nothing or whose sources are no longer kept, and beyond the newest ${callsReadMax} lookups or ${groupsMax} groups of a day.`,
    }),
    credits: Type.Integer({ description: 'Effect on the balance: 0 or negative.' }),
    lookups: Type.Integer({ description: 'Answered lookups.' }),
    paid: Type.Integer({ description: 'Lookups that cost a credit.' }),
    free: Type.Record(Type.String(), Type.Integer(), {
      description:
        'Free lookups by reason: `not_found`, `links_only`, `repeat`, `source_not_billable` or `failed`.',
    }),
  },
  { title: 'SpendingCause' },
);
export type Cause = Static<typeof Cause>;

export const otherKinds = { 1: 'grant', 6: 'expire', 7: 'revoke', 8: 'refund' } as const;
export type OtherKind = (typeof otherKinds)[keyof typeof otherKinds];

const Change = Type.Object(
  {
    at: instant('When it happened.'),
    date: Type.String({ description: 'Its day, YYYY-MM-DD.' }),
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
  start: Type.String({ description: 'First day.' }),
  end: Type.String({ description: 'Last day.' }),
  time_zone: Type.String({
    description: "The time zone of the days: that of the account's budgets, else UTC.",
    examples: ['Asia/Kolkata'],
  }),
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
  items: Type.Array(Cause, { description: 'Groups of lookups: newest day first, then most credits first.' }),
  changes: Type.Array(Change, {
    description: `Every other change of the balance, newest first. At most ${changesMax}; the totals have all.`,
  }),
});
export type Spending = Static<typeof Spending>;
