import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';

const instant = Type.String({ format: 'date-time' });

export const BalanceReport = Type.Object({
  account_id: Type.String(),
  balance: Type.Integer({ description: 'Credits available to spend now.' }),
  held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
  lots: Type.Array(
    Type.Object({
      source: Type.String({
        description: 'Where the credits came from: `plan`, `topup`, `promo`, `operator`, `key` or `refund`.',
      }),
      granted: Type.Integer(),
      available: Type.Integer(),
      held: Type.Integer(),
      expires_at: orNull(instant),
    }),
    { description: 'Unexpired lots in spending order: soonest expiry first.' },
  ),
  next_expiry: Type.Union([Type.Object({ at: instant, credits: Type.Integer() }), Type.Null()]),
});
export type BalanceReport = Static<typeof BalanceReport>;

/** Indexed by the ledger's `kind`, which starts at 1. */
export const movementKinds = [
  'grant',
  'spend',
  'hold',
  'settle',
  'release',
  'expire',
  'revoke',
  'refund',
] as const;

export const Movement = Type.Object({
  id: Type.Integer({ description: 'Increases with every movement of the account.' }),
  at: instant,
  kind: Type.Enum([...movementKinds]),
  credits: Type.Integer({ description: 'Credits moved, always positive.' }),
  change: Type.Integer({ description: 'Effect on the balance: positive for grants, negative for spends.' }),
  balance_after: Type.Integer(),
  reason: Type.String(),
  lot: Type.Object({
    id: Type.Integer(),
    source: Type.String(),
    reference: Type.String(),
    expires_at: orNull(instant),
  }),
});
export type Movement = Static<typeof Movement>;

export const GrantReport = Type.Object({
  id: Type.Integer({ description: "The lot's id." }),
  account_id: Type.String(),
  email: orNull(Type.String()),
  source: Type.String(),
  credits: Type.Integer({ description: 'Credits granted.' }),
  available: Type.Integer({ description: 'Credits that can be spent now.' }),
  held: Type.Integer({ description: 'Credits set aside for work under way.' }),
  spent: Type.Integer(),
  expired: Type.Integer(),
  revoked: Type.Integer({ description: 'Credits taken back.' }),
  reason: Type.String(),
  granted_by: Type.String(),
  created_at: instant,
  expires_at: orNull(instant),
});
export type GrantReport = Static<typeof GrantReport>;
