import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import {
  type Account,
  accountByAccountId,
  accountIdBounds,
  accountWith,
  lockAccount,
} from '#domains/accounts/index.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { carryOut } from '../money/carry-out.ts';
import { givePaymentsTo, paymentsOf } from '../money/payment-ledger.ts';
import { bindAccount, lockPurchase, type Purchase, purchaseById } from '../purchases.ts';
import { giveSubscriptionsTo } from '../subscriptions/subscriptions.ts';
import { purchaseOfToken } from './claim-token.ts';

export const claimPurchase = operation({
  id: 'billing.claim-purchase',
  summary: 'Claim a paid checkout for an account',
  description:
    'Gives the account the subscription, the payments and their credits, and creates the account if it does not exist. A token ' +
    'claims once; the same account may repeat it. Credits of periods that are over by then have expired.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/billing/claim')],
  input: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200, description: 'From `claim-token`.' }),
    account_id: Type.String({ ...accountIdBounds, description: "The dashboard's identifier." }),
    email: Type.String({
      maxLength: 320,
      default: '',
      description: 'The email of the session. Stored if the account has none.',
    }),
  }),
  example: { token: 'clm_4fRz81LmQ0aXv7Tk2WcYpB_example', account_id: 'acme-42', email: '' },
  output: Type.Object({
    account_id: Type.String(),
    plan_id: Type.String(),
    balance: Type.Integer({ description: 'Credits the account can spend now.' }),
  }),
  errors: ['not_found', 'already_claimed', 'handle_taken'],

  async run(ctx, { token, account_id, email }) {
    const id = purchaseOfToken(ctx.ports.suppressionPepper, token);
    const known = id && (await purchaseById(ctx.db, id));
    if (!known) return ctx.fail('not_found', { detail: 'This token claims nothing.' });
    const purchase = await lockPurchase(ctx.db, known.id);
    const claimed = purchase.account !== null;
    const owner = claimed ? await accountByAccountId(ctx.db, account_id) : null;
    if (claimed && owner?.id !== purchase.account) return ctx.fail('already_claimed');

    const account = owner ?? (await accountWith(ctx, account_id, email));
    if (!claimed) await giveTo(ctx, purchase, account);
    const { balance: available } = await balanceOf(ctx.db, account.id);
    return { account_id: account.account_id, plan_id: purchase.plan, balance: available };
  },
});

/** Needs the purchase's lock, so that no other process settles its money. */
async function giveTo(ctx: Context<'not_found'>, purchase: Purchase, { id }: Account): Promise<void> {
  const { db } = ctx;
  const payments = await paymentsOf(db, purchase.id);
  if (!payments.some(({ outcome }) => outcome === 'kept')) {
    return ctx.fail('not_found', { detail: 'The payment of this purchase was not captured, or went back.' });
  }
  if (!(await lockAccount(db, id))) return ctx.fail('not_found', { detail: 'This account is closed.' });
  await bindAccount(db, purchase.id, id, ctx.now());
  await giveSubscriptionsTo(db, purchase.id, id);
  await givePaymentsTo(db, purchase.id, id);
  const given = { ...purchase, account: id };
  for (const payment of payments) await carryOut(ctx, { ...payment, account: id }, given);
}
