import Type from 'typebox';
import { daysAfter } from '#core/clock.ts';
import type { Context, Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantText } from '#core/shapes.ts';
import { grantCredits, lockCredits } from '#domains/credits/index.ts';
import { countUse, lockPromo } from './promos.ts';
import { insertRedemption } from './redemptions.ts';
import { offer, TypedCode } from './shapes.ts';
import { admitTry, redeemable, tryErrors } from './try-code.ts';

const Redeemed = Type.Object({
  id: Type.Integer({ description: 'The redemption. The history shows it as the reference of the lot.' }),
  ...offer,
  expires_at: instantText('When the credits expire.'),
  balance: Type.Integer({ description: 'Credits that the account can spend now.' }),
});

export const redeemPromo = operation({
  id: 'growth.redeem-promo',
  summary: 'Redeem a promo for an account',
  description:
    'Grants the credits in the transaction that counts the use. With an `Idempotency-Key`, a repeat redeems nothing more and ' +
    'returns the first answer.',
  // The count of tries may be kept outside of the database, so it is checked before the one transaction.
  kind: 'process',
  doors: [dashboard('POST', '/internal/growth/redeem')],
  account: 'required',
  input: Type.Object({ code: TypedCode }),
  example: { account_id: 'acme-42', code: 'DIWALI50' },
  output: Redeemed,
  errors: tryErrors,

  async run(ctx, { code }) {
    await admitTry(ctx);
    return ctx.phase(({ db }) => redeem(ctx, db, code));
  },
});

async function redeem(ctx: Context<(typeof tryErrors)[number]>, db: Db, typed: string) {
  const account = ctx.account.id;
  // Accounts are locked before promos, as everywhere. It also keeps two redemptions by one account apart.
  await lockCredits(db, account);
  const promo = await redeemable(ctx, db, typed, lockPromo);

  const { credits, code, message } = promo;
  const now = ctx.now();
  const expires_at = daysAfter(now, promo.valid_days);
  await countUse(db, promo.id);
  const id = await insertRedemption(db, { promo: promo.id, account, credits, redeemed_at: now, expires_at });
  const { balance } = await grantCredits(db, {
    account,
    source: 'promo',
    sourceRef: String(id),
    credits,
    expiresAt: expires_at,
    reason: `Promo ${code}`,
    grantedBy: 'promo',
  });
  return { id, code, credits, message, expires_at, balance };
}
