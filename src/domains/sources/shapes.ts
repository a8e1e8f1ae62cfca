import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';

export const SourceReport = Type.Object({
  id: Type.String(),
  title: Type.String(),
  tier: Type.Enum(['free', 'paid']),
  networks: Type.Array(Type.String()),
  fields: Type.Array(Type.String()),
  terms: Type.Object({
    billable: Type.Boolean({
      description: 'Whether you may charge for a lookup answered by this source alone.',
    }),
    storable: Type.Boolean({ description: 'Whether its answers may be stored.' }),
    store_days_max: Type.Union([Type.Integer(), Type.Null()]),
    call_paise: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'The most one call may cost you, in paise: the price in your contract, else the most credits a call can use at your credit price. 0 for free sources. Null for a paid source that is not configured.',
    }),
  }),
  state: Type.Enum(['on', 'off', 'not_configured'], {
    description: '`off`: disabled by the setting. `not_configured`: `reason` says what is missing.',
  }),
  reason: orNull(
    Type.String({ description: 'What is missing, or why a source that `SOURCES` names is off.' }),
  ),
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
      Type.Number({ description: 'Share of answered questions that found something, from 0 to 1.' }),
      Type.Null(),
    ]),
    latency_ms: Type.Union([Type.Integer({ description: 'Mean time per question.' }), Type.Null()]),
    cost_paise: Type.Number({ description: 'What the vendor charged.' }),
    uncertain_paise: Type.Number({
      description: 'The part of `cost_paise` that the vendor may not have charged.',
    }),
  }),
  clients: Type.Array(
    Type.Object({
      name: Type.String(),
      breaker: Type.String({ description: '`closed` means that requests go through.' }),
      paused_until: orNull(Type.String({ format: 'date-time' })),
    }),
    { description: 'This process’s connections to the vendor.' },
  ),
});
export type SourceReport = Static<typeof SourceReport>;

export const UnearnedVendorMoney = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'The UTC day.' }),
    paise: Type.Integer({ description: 'For all accounts together.' }),
    under_way_paise: Type.Integer({ description: 'The most that lookups in progress may add to `paise`.' }),
    limit_paise: Type.Integer({ description: 'For all accounts together.' }),
    account_limit_paise: Type.Integer({ description: 'For each account.' }),
    accounts: Type.Array(
      Type.Object({
        account_id: Type.String(),
        paise: Type.Integer(),
        under_way_paise: Type.Integer(),
      }),
      { description: 'The accounts with the most, at most 20.' },
    ),
  },
  {
    description:
      'What vendors charged today for lookups that earned no credit, such as misses and people ruled out by name. Once a limit is reached, paid sources are not asked until the next day.',
  },
);
