import type { Context, Db } from '#core/context.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { redeemedBeforeClosing } from './closed-mailboxes.ts';
import type { Promo } from './promos.ts';
import { hasRedeemed } from './redemptions.ts';
import { readCode, refusalOf, triesPerMinute } from './rules.ts';

/** The codes by which a person's code is refused. */
export const tryErrors = [
  'account_locked',
  'promo_unknown',
  'promo_not_started',
  'promo_ended',
  'promo_used_up',
  'promo_already_redeemed',
  'rate_limited',
] as const;
type TryContext = Context<(typeof tryErrors)[number]>;

/** Refuses locked accounts, and accounts that try many codes. */
export async function admitTry(ctx: TryContext): Promise<void> {
  await refuseLocked(ctx);
  const { admitted, resetMs } = await ctx.ports.rateLimiter.admit(`promo:${ctx.account.id}`, triesPerMinute);
  if (admitted) return;
  const seconds = Math.ceil(resetMs / 1000);
  ctx.fail('rate_limited', {
    detail: `An account can try ${triesPerMinute} codes in a minute. Try again in ${seconds} seconds.`,
    members: { limit: triesPerMinute, retry_after: seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** The promo that the account can redeem now. `find` gets the code in its stored form. */
export async function redeemable(
  ctx: TryContext,
  db: Db,
  typed: string,
  find: (db: Db, code: string) => Promise<Promo | null>,
): Promise<Promo> {
  const code = readCode(typed);
  const promo = code && (await find(db, code));
  if (!promo) return ctx.fail('promo_unknown');
  const account = ctx.account.id;
  const pepper = ctx.ports.suppressionPepper;
  const isRedeemed =
    (await hasRedeemed(db, account, promo.id)) ||
    (await redeemedBeforeClosing(db, { account, promo: promo.id, pepper }));
  const refusal = refusalOf(promo, isRedeemed, ctx.now());
  if (refusal === null) return promo;
  const members = refusal === 'promo_not_started' ? { starts_at: promo.starts_at } : {};
  return ctx.fail(refusal, { members });
}
