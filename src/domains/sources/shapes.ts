import Type, { type Static } from 'typebox';

const orNull = <Shape extends ReturnType<typeof Type.String>>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

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
  }),
  state: Type.Enum(['on', 'off', 'not_configured'], {
    description: '`off`: switched off by the setting; `not_configured`: `reason` says what is missing.',
  }),
  reason: orNull(Type.String()),
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
