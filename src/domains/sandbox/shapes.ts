import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';
import { type ActName, actNames } from './sales/acts.ts';

export const Reference = Type.String({
  maxLength: 100,
  description: "The provider's reference from the checkout: `order_…` or `sub_…`.",
});

export const Act = Type.Unsafe<ActName>(
  Type.Union(
    actNames.map((name) => Type.Literal(name)),
    { description: 'Triggers an event. The page shows a button for each act that is possible now.' },
  ),
);

/** The content of the page. */
export const SaleView = Type.Object({
  reference: Type.String(),
  return_url: orNull(Type.String()),
  title: Type.String(),
  presses: Type.Integer(),
  amount_paise: Type.Integer(),
  subscription: Type.Union([
    Type.Null(),
    Type.Object({
      status: Type.String(),
      period_end: orNull(Type.String()),
      ends_with_period: Type.Boolean(),
    }),
  ]),
  acts: Type.Array(Act),
  payments: Type.Array(
    Type.Object({
      id: Type.String(),
      status: Type.String(),
      amount_paise: Type.Integer(),
      refunded_paise: Type.Integer(),
      failure: orNull(Type.String()),
      dispute: orNull(Type.String()),
      acts: Type.Array(Act),
    }),
  ),
  deliveries: Type.Array(
    Type.Object({ event: Type.String(), tries: Type.Integer(), is_accepted: Type.Boolean() }),
  ),
});

export type SaleView = Static<typeof SaleView>;
