/** Buyers, Razorpay and its deliveries, of which some come twice, late, forged or never. Its books and the service's are the same in the end. */

import type { Razorpay } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { duplicatesToRefund } from '#domains/billing/money/payment-ledger.ts';
import { refundDuplicate } from '#domains/billing/money/refund-duplicate.ts';
import { endSubscription } from '#domains/billing/subscriptions/stop-subscription.ts';
import { subscriptionsToStop } from '#domains/billing/subscriptions/subscriptions.ts';
import { openDice } from '../fuzz/dice.ts';
import { openBank } from '../payments/bank.ts';
import { type Buyer, checkoutsOf, openBuyers } from '../payments/buyers.ts';
import { openPostOffice } from '../payments/post-office.ts';
import { faultsInBooks } from '../payments/prove-books.ts';
import { runNight, runNow } from './night.ts';
import { admin, internal, type Method, type Simulation } from './simulation.ts';

/** Nothing is too young to be repaired then. */
const nightMs = 15 * 60_000;

export type Shopping = ReturnType<typeof openShopping>;

export function openShopping(sim: Simulation, razorpay: Razorpay, seed: number) {
  const dice = openDice('shop', seed);
  const shop = { api: { call: callOn(sim) }, database: { pool: sim.pool, db: sim.db }, razorpay };
  const bank = openBank(shop, dice);
  const post = openPostOffice(shop, dice, {
    pulse() {},
    isNeeded: ({ name, body }) =>
      name === 'subscription.charged' && [...bank.unheardOf].some((id) => body.includes(id)),
  });
  const at = openBuyers(shop, dice);
  let checkouts = 0;
  let isChecked = true;
  /** Those whose payment hasn't arrived. */
  const late: Buyer[] = [];

  async function goOn(buyer: Buyer): Promise<void> {
    await at.buyMore(buyer);
    await bank.renew(buyer);
    for (const payment of await bank.payForMore(buyer)) {
      await post.deliver();
      await bank.takeBack(payment);
    }
    await post.deliver();
    checkouts += checkoutsOf(buyer) - 1;
  }

  async function isPaid({ subscription }: Buyer): Promise<boolean> {
    const paid = 'select 1 from subscription where reference = $1 and first_paid_at is not null';
    return (await sim.pool.query(paid, [subscription])).rows.length > 0;
  }

  async function pass(): Promise<void> {
    await post.deliver();
    sim.world.seeded.jump(nightMs);
    await runNight(sim);
    for (const { provider, provider_payment_id: payment } of await duplicatesToRefund(sim.db))
      await runNow(sim, refundDuplicate, { provider, payment });
    for (const { provider, reference } of await subscriptionsToStop(sim.db))
      await runNow(sim, endSubscription, { provider, reference });
    await post.deliver();
  }

  return {
    async buy(buyer: Buyer): Promise<void> {
      isChecked = false;
      await at.buyPlan(buyer);
      checkouts += 1;
      const paid = await bank.payForPlan(buyer.subscription);
      await post.deliver();
      sim.count('bought', buyer.plan);
      const hasPlan = buyer.isStranger ? await at.claim(buyer, 'a little') : await isPaid(buyer);
      if (!hasPlan) return void late.push(buyer);
      await goOn(buyer);
      for (const payment of paid) await bank.takeBack(payment);
    },

    /** Compares the books when all has arrived. */
    async settle(): Promise<void> {
      if (isChecked) return;
      isChecked = true;
      await pass();
      for (const buyer of late.splice(0)) {
        if (buyer.isStranger) await at.claim(buyer, 'all');
        await goOn(buyer);
      }
      await pass();
      await bank.endRefunds();
      await pass();
      const told = { checkouts, unheardOf: bank.unheardOf.size, tell() {} };
      for (const fault of await faultsInBooks(shop, told)) sim.model.fault(fault);
    },
  };
}

/** As a browser's or a vendor's request: it fails when its process is killed. */
const callOn =
  (sim: Simulation) =>
  async (path: string, init: RequestInit = {}): Promise<Response> => {
    const instance = await sim.living();
    const headers = {
      'content-type': 'application/json',
      ...admin,
      ...internal,
      ...(init.headers as object),
    };
    const answer = await sim.world.ask(instance, (init.method ?? 'GET') as Method, path, {
      headers,
      body: init.body,
    });
    if (!answer) throw new Error('the connection broke');
    return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode });
  };
