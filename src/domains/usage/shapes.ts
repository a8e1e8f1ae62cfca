import Type, { type Static } from 'typebox';
import { instant, instantText, orNull } from '#core/shapes.ts';

const counts = {
  requests: Type.Integer({ description: 'Answered calls.' }),
  completed: Type.Integer({ description: 'Calls that found something.' }),
  not_found: Type.Integer({ description: 'Calls that found nothing.' }),
  credits: Type.Integer({ description: 'Credits spent.' }),
};
export const UsageCounts = Type.Object(counts);
export type UsageCounts = Static<typeof UsageCounts>;

const nameOfFilter = (description: string) => Type.Optional(Type.String({ maxLength: 50, description }));

export const UsageQuery = Type.Object({
  start: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'ISO 8601 date or time, in UTC unless it has an offset. Defaults to 7 days before `end`.',
    }),
  ),
  end: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'ISO 8601 date (includes the whole day) or time (exclusive). Defaults to now. At most 90 days after `start`.',
    }),
  ),
  status: nameOfFilter('Only calls with this status, such as `completed`. Empty returns all.'),
  kind: nameOfFilter('Only calls of this kind, `find` or `job` (an item of a bulk job). Empty returns all.'),
  opened_from: nameOfFilter(
    'Only calls from this surface: `api`, `dashboard`, `extension` or `mcp`. Empty returns all.',
  ),
  key_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only calls with this key, by its `id`. Empty returns all.' }),
  ),
  mode: Type.Optional(
    Type.Enum(['live', 'test', ''], {
      description:
        'Only calls with keys of this mode. Empty returns all. A test key gets those with test keys alone.',
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 50,
    description: 'Maximum number of events to return.',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'Number of events to skip.',
  }),
});
export type UsageQuery = Static<typeof UsageQuery>;

export const UsageReport = Type.Object({
  account_id: Type.String(),
  window: Type.Object(
    {
      start: instant('Inclusive.'),
      end: instant('Exclusive.'),
    },
    { description: 'The time that the report covers.' },
  ),
  usage_24h: Type.Object(counts, { description: 'Calls of the last 24 hours.' }),
  summary: Type.Object(
    {
      ...counts,
      by_status: Type.Record(Type.String(), Type.Integer(), { description: 'Calls by status.' }),
      by_kind: Type.Record(Type.String(), Type.Integer(), { description: 'Calls by kind.' }),
    },
    { description: 'Calls of the window.' },
  ),
  previous: Type.Object(counts, {
    description:
      'Calls of as much time before the window, with the same filters: what the figures changed from.',
  }),
  daily: Type.Array(Type.Object({ date: Type.String({ description: 'UTC day, YYYY-MM-DD.' }), ...counts }), {
    description: 'Days with calls, oldest first.',
  }),
  events: Type.Array(
    Type.Object({
      id: Type.String(),
      at: instantText('When it was answered.'),
      kind: Type.String({ description: '`find`, or `job` for a row of a job.' }),
      status: Type.String({ description: 'The status of its answer.' }),
      credits: Type.Integer({ description: 'Credits charged.' }),
      reason: Type.String({ description: 'Why it was charged or free.' }),
      network: Type.String(),
      client_reference: Type.Union([Type.String(), Type.Null()], {
        description: "The call's `client_reference`.",
      }),
      key_id: Type.Union([Type.String(), Type.Null()], { description: 'The key. Null if none was used.' }),
      mode: Type.Enum(['live', 'test'], { description: 'The mode of the key. A `test` key spends nothing.' }),
      opened_from: Type.String({
        description: 'Where it came from: `api`, `dashboard`, `extension` or `mcp`.',
      }),
    }),
    { description: 'Calls of the window, newest first.' },
  ),
  total: Type.Integer({ description: 'Events in the window.' }),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type UsageReport = Static<typeof UsageReport>;

const milliseconds = (share: string) =>
  orNull(
    Type.Integer(),
    `Milliseconds within which ${share} of the lookups were answered. Null without lookups.`,
  );

const Latency = Type.Object(
  {
    lookups: Type.Integer({ description: 'Lookups that were timed. Rows of jobs are not.' }),
    p50_ms: milliseconds('half'),
    p95_ms: milliseconds('95 percent'),
    p99_ms: milliseconds('99 percent'),
  },
  {
    description: 'From the full hour in which the window begins. A minute of work may still be missing.',
    examples: [{ lookups: 4711, p50_ms: 12, p95_ms: 180, p99_ms: 2900 }],
  },
);

const money = {
  credits_sold: Type.Integer({ description: 'Credits granted for payments, less those taken back since.' }),
  paid_paise: Type.Integer({ description: 'Payments received.' }),
  returned_paise: Type.Integer({ description: 'Refunds, corrections and chargebacks.' }),
  vendor_paise: Type.Number({ description: 'Maximum charge of vendors for queries.' }),
};
const example = { credits_sold: 240, paid_paise: 119_700, returned_paise: 9900, vendor_paise: 14_250.5 };

const Money = Type.Object(
  {
    ...money,
    daily: Type.Array(
      Type.Object({ date: Type.String({ format: 'date', description: 'UTC day.' }), ...money }),
      {
        description: 'Every day, oldest first.',
      },
    ),
  },
  {
    description: 'By whole UTC days, from the one in which the window begins.',
    examples: [{ ...example, daily: [{ date: '2026-11-20', ...example }] }],
  },
);

export const AllUsage = Type.Object({
  hours: Type.Integer({ description: 'The hours that the report covers.' }),
  since: instant('When they began.'),
  totals: Type.Object(
    {
      ...counts,
      accounts: Type.Integer({ description: 'Accounts with at least one call.' }),
    },
    { description: 'All calls.' },
  ),
  by_network: Type.Array(Type.Object({ network: Type.String(), ...counts }), {
    description: 'Calls by network, most first.',
  }),
  top_accounts: Type.Array(Type.Object({ account_id: Type.String(), ...counts }), {
    description: 'The accounts with the most calls, most first.',
  }),
  hourly: Type.Array(
    Type.Object({
      hour: instant('When the hour began.'),
      ...counts,
    }),
    { description: 'Calls by hour, oldest first.' },
  ),
  latency: Latency,
  money: Money,
});
export type AllUsageCounts = Omit<Static<typeof AllUsage>, 'hours' | 'since' | 'latency' | 'money'>;
export type MoneyReport = Static<typeof Money>;
