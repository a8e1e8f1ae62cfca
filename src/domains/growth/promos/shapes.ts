import Type, { type Static } from 'typebox';
import { instant, optionalText, orNull, requiredText, text } from '#core/shapes.ts';
import { validDaysDefault } from './rules.ts';

export const windowMembers = {
  starts_at: optionalText(40, 'ISO 8601 with an offset. Empty for no start.', '2026-11-08T00:00:00+05:30'),
  ends_at: optionalText(
    40,
    'Exclusive, ISO 8601 with an offset. Empty for no end.',
    '2026-11-15T00:00:00+05:30',
  ),
};

export const creditsMax = 10_000_000;
export const usesMax = 1_000_000_000;

export const PromoBody = Type.Object({
  code: Type.String({
    maxLength: 100,
    description: '3 to 40 letters, digits, dashes and underscores. Upper and lower case make no difference.',
    examples: ['DIWALI50'],
  }),
  credits: Type.Integer({
    minimum: 1,
    maximum: creditsMax,
    description: 'Credits that each redemption grants.',
    examples: [50],
  }),
  valid_days: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: validDaysDefault,
    description: 'Days from the redemption until the credits expire.',
  }),
  max_uses: Type.Union([Type.Integer({ minimum: 1, maximum: usesMax }), Type.Null()], {
    default: null,
    description: 'Redemptions by all accounts together. Null for any number.',
  }),
  ...windowMembers,
  per_account_once: Type.Boolean({
    default: true,
    description: 'Whether an account can redeem it once only.',
  }),
  active: Type.Boolean({ default: true, description: 'False switches the code off.' }),
  message: optionalText(500, 'Shown to people who preview or redeem the code. Plain text.'),
});
export type PromoBody = Static<typeof PromoBody>;

export const Promo = Type.Object({
  ...PromoBody.properties,
  uses: Type.Integer({ description: 'Redemptions so far.' }),
  uses_left: orNull(Type.Integer(), 'Null if `max_uses` is.'),
  created_at: instant('When it was created.'),
  updated_at: instant('When it was last changed.'),
  updated_by: text('The operator who changed it last.'),
});
export type Promo = Static<typeof Promo>;

/** A code as a person typed it. */
export const TypedCode = requiredText(100, 'The code as the person typed it.', 'DIWALI50');

export const offer = {
  code: text('The code in its stored form.', 'DIWALI50'),
  credits: Type.Integer({ description: 'Credits that the code gives.', examples: [50] }),
  message: text('Plain text for the person. May be empty.'),
};

export const Redemption = Type.Object({
  id: Type.Integer({ description: 'Increases with every redemption.' }),
  code: text('The promo code.', 'DIWALI50'),
  account_id: Type.String(),
  email: orNull(Type.String()),
  credits: Type.Integer({ description: 'Credits granted.', examples: [50] }),
  redeemed_at: instant('When the code was redeemed.'),
  expires_at: instant('When the credits expire.'),
});
