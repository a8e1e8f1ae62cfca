import Type, { type Static, type TSchema } from 'typebox';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';

const Key = Type.Object({
  id: text('The `id` of the key.'),
  prefix: text('The beginning of the key.'),
  name: text('The name of the key. Empty if it has none.'),
});

const money = {
  amount: Type.Integer({ description: 'In paise, GST included.' }),
  currency: text('`INR`.'),
};

const plan = {
  plan_id: text('The plan or pack.', 'growth'),
  plan_name: text('Its name.', 'Growth'),
};

const Received = {
  id: text('The `id` of the lookup.'),
  at: instant('When you got its answer.'),
  client_reference: orNull(Type.String(), 'Your own reference.'),
};

/** The `data` of events, by type: docs/guide/events.md. Null: what the resource itself shows. */
export const eventTypes = {
  'budget.reached': Type.Object({
    budget_id: text('The `id` of the budget.'),
    scope: Type.Enum(['account', 'key', 'job']),
    key_id: orNull(Type.String(), 'The key that it limits.'),
    job_id: orNull(Type.String(), 'The job that it limits.'),
    period: orNull(Type.Enum(['day', 'month']), 'Null for a job’s limit, which never starts again.'),
    credits: Type.Integer({ description: 'The most that may be spent.' }),
    spent: Type.Integer({ description: 'Credits spent, or set aside for work in progress.' }),
    percent: Type.Enum([80, 100], { description: 'At 100, lookups are refused with `budget_reached`.' }),
    starts_again_at: instantOrNull('When the budget starts again.'),
  }),
  'contact.changed': Type.Object({
    lookups: Type.Array(
      Type.Object({
        ...Received,
        emails: Type.Boolean({ description: 'Whether the emails differ.' }),
        phones: Type.Boolean({ description: 'Whether the phones differ.' }),
        links: Type.Boolean({ description: 'Whether the links differ.' }),
      }),
      { description: 'Your lookups of people of whom other values are known now.' },
    ),
  }),
  'credits.expiring': Type.Object({
    credits: Type.Integer({ description: 'Credits that are left.' }),
    expires_at: instant('When they expire.'),
  }),
  'credits.low': Type.Object({
    balance: Type.Integer({ description: 'Credits the account can spend now.' }),
    granted: Type.Integer({ description: 'The grants that are not used up, as they were at first.' }),
  }),
  'invoice.issued': Type.Object({
    document_number: text('The number of the invoice.', 'INV/2627/000042'),
    provider_payment_id: text('The payment. It names the invoice in the dashboard.'),
    ...money,
  }),
  'job.cancelled': null,
  'job.completed': null,
  'job.failed': null,
  'job.paused': null,
  'key.banned': Type.Object({ key: Key, reason: text('`rate_limit`.') }),
  'key.expiring': Type.Object({ key: Key, expires_at: instant('When it expires.') }),
  'key.replaced': Type.Object({
    key: Key,
    replaced: Type.Object({ id: Key.properties.id, prefix: Key.properties.prefix }),
    works_until: instantOrNull('Until when the old key works. Null if it was banned at once.'),
  }),
  'lookup.completed': Type.Object({
    id: text('The `id` of the lookup. `GET /api/v1/find/{lookup_id}` returns the answer for 24 hours.'),
    status: Type.Enum(['completed', 'not_found', 'failed']),
    client_reference: orNull(Type.String(), 'Your own reference.'),
    credits_charged: Type.Integer({ description: 'Credits that it cost.' }),
  }),
  'payment.failed': Type.Object({
    provider_payment_id: orNull(Type.String(), 'Null if only the failed renewal was reported.'),
    ...plan,
    ...money,
    is_renewal: Type.Boolean({ description: 'The next period of a plan could not be charged.' }),
    is_retried: Type.Boolean({ description: 'Whether the payment provider tries again.' }),
  }),
  'payment.succeeded': Type.Object({
    provider_payment_id: text('The payment.'),
    ...plan,
    ...money,
    credits: Type.Integer({ description: 'Credits granted.' }),
    credits_expire_at: instant('When these expire.'),
  }),
  'person.opted_out': Type.Object({
    lookups: Type.Array(
      Type.Object({
        ...Received,
        emails: Type.Boolean({ description: 'Whether it returned emails.' }),
        phones: Type.Boolean({ description: 'Whether it returned phones.' }),
        links: Type.Boolean({ description: 'Whether it returned links.' }),
      }),
      { description: 'Your lookups of this person. Delete every value that they returned.' },
    ),
  }),
  'plan.ending': Type.Object({
    ...plan,
    ends_at: instant('When it ends.'),
    credits: Type.Integer({ description: 'Credits that expire by then unless you spend them.' }),
  }),
  'plan.renewed': Type.Object({
    ...plan,
    credits: Type.Integer({ description: 'Credits granted.' }),
    period_start: instant('When the period began.'),
    period_end: instant('When it ends. Exclusive.'),
  }),
} as const satisfies Readonly<Record<string, TSchema | null>>;

/** The `data` of `endpoint.test`, which can't be subscribed to. */
export const TestEventData = Type.Object({
  endpoint_id: text('The `id` of the endpoint.'),
  message: text('`This is a test.`'),
});

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** The `data` of an event of this type. */
export type EventData<Named extends EventType> = (typeof eventTypes)[Named] extends TSchema
  ? Static<Extract<(typeof eventTypes)[Named], TSchema>>
  : object;
