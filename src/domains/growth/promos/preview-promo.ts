import Type from 'typebox';
import { daysAfter } from '#core/clock.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { promoByCode } from './promos.ts';
import { offer, TypedCode } from './shapes.ts';
import { admitTry, redeemable, tryErrors } from './try-code.ts';

export const previewPromo = operation({
  id: 'growth.preview-promo',
  summary: 'Show what a code would give an account',
  description:
    'Redeems nothing. The refusals are those of a redemption at this moment, so another account can still take the last use.',
  kind: 'query',
  doors: [dashboard('POST', '/internal/growth/preview-promo')],
  account: 'required',
  input: Type.Object({ code: TypedCode }),
  example: { account_id: 'acme-42', code: 'DIWALI50' },
  output: Type.Object({
    ...offer,
    valid_days: Type.Integer({ description: 'Days that the credits are valid.', examples: [30] }),
    expires_at: instant('When the credits would expire.'),
  }),
  errors: tryErrors,

  async run(ctx, { code }) {
    await admitTry(ctx);
    const promo = await redeemable(ctx, ctx.db, code, promoByCode);
    return {
      code: promo.code,
      credits: promo.credits,
      message: promo.message,
      valid_days: promo.valid_days,
      expires_at: daysAfter(ctx.now(), promo.valid_days),
    };
  },
});
