import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';

export const SourceReport = Type.Object({
  id: Type.String(),
  title: Type.String(),
  tier: Type.Enum(['free', 'paid']),
  networks: Type.Array(Type.String()),
  fields: Type.Array(Type.String()),
  terms: Type.Object({
    billable: Type.Boolean({ description: 'Whether a lookup answered from it alone may be charged for.' }),
    storable: Type.Boolean({ description: 'Whether its answers may be kept.' }),
    store_days_max: Type.Union([Type.Integer(), Type.Null()]),
    call_paise: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'The most one call may cost you, in paise: what your contract says, else all the credits a call can take at the price you gave. 0 for free sources; null for a paid one that is not configured.',
    }),
  }),
  state: Type.Enum(['on', 'off', 'not_configured'], {
    description: '`off`: switched off by the setting; `not_configured`: `reason` says what is missing.',
  }),
  reason: orNull(Type.String()),
  vendor_refusal: Type.Union(
    [Type.Object({ reason: Type.String(), since: Type.String({ format: 'date-time' }) }), Type.Null()],
    {
      description:
        'Why the vendor refuses our calls, such as a wrong key, in any process; null once it answers again.',
    },
  ),
  last_30_days: Type.Object({
    asked: Type.Integer(),
    found: Type.Integer(),
    not_found: Type.Integer(),
    failed: Type.Integer(),
    hit_rate: Type.Union([
      Type.Number({ description: 'Of 0 to 1, among questions that were answered.' }),
      Type.Null(),
    ]),
    latency_ms: Type.Union([Type.Integer({ description: 'Mean time of a question.' }), Type.Null()]),
    cost_paise: Type.Number({ description: 'What the vendor took.' }),
    uncertain_paise: Type.Number({ description: 'The part of it that the vendor may not have taken.' }),
  }),
  clients: Type.Array(
    Type.Object({
      name: Type.String(),
      breaker: Type.String({ description: '`closed` lets requests through.' }),
      paused_until: orNull(Type.String({ format: 'date-time' })),
    }),
    { description: 'This process’s connections to the vendor.' },
  ),
});
export type SourceReport = Static<typeof SourceReport>;

export const UnearnedVendorMoney = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'In UTC.' }),
    paise: Type.Integer({ description: 'Of all accounts together.' }),
    under_way_paise: Type.Integer({ description: 'The most that lookups under way may add to it.' }),
    limit_paise: Type.Integer({ description: 'For all accounts together.' }),
    account_limit_paise: Type.Integer({ description: 'For each account.' }),
    accounts: Type.Array(
      Type.Object({
        account_id: Type.String(),
        paise: Type.Integer(),
        under_way_paise: Type.Integer(),
      }),
      { description: 'Those with most, at most 20.' },
    ),
  },
  {
    description:
      'What vendors took today for lookups that brought in no credit: misses they charge for, answers that a name ruled out. At a limit paid sources are asked no more until the next day.',
  },
);
