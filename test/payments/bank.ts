import type { Entity } from '#dev/stand-ins/razorpay/books.ts';
import { makeRefund } from '#dev/stand-ins/razorpay/refunding.ts';
import { makeSubscription } from '#dev/stand-ins/razorpay/selling.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { Buyer } from './buyers.ts';
import type { ServiceUnderKills } from './service-under-kills.ts';

/** Acts of buyers, banks and Razorpay's dashboard on payments. */
export function openBank(
  { razorpay: { acts, books, webhook } }: Pick<ServiceUnderKills, 'razorpay'>,
  dice: Dice,
) {
  /** Subscriptions that the service never made, or whose making it never heard of. */
  const unheardOf = new Set<string>();
  const tell = (event: string, entities: Record<string, unknown>) =>
    webhook.emit(event, entities, books.seconds());

  async function payForPlan(reference: string): Promise<Entity[]> {
    const first = await acts.charge(reference);
    if (!dice.chance(0.15)) return [first];
    // A second subscription for the same purchase, paid for as well.
    const { plan_id, notes } = books.subscriptions.get(reference)!;
    const second = makeSubscription(books, { plan_id, total_count: 120, notes });
    unheardOf.add(second.id);
    await acts.charge(second.id);
    return [];
  }

  async function payForPack(order: string): Promise<Entity[]> {
    const failed = dice.chance(0.3) ? await acts.fail(order) : null;
    if (failed && dice.chance(0.5)) return [await acts['late-authorise'](failed.id)];
    if (!dice.chance(0.25)) return [await acts.pay(order)];
    await acts['capture-twice'](order);
    return [];
  }

  async function sendBack(payment: Entity): Promise<void> {
    const amount = Number(payment.amount);
    const part = dice.pick([amount, Math.floor(amount / 2), Math.floor(amount / 3)]);
    const refund = makeRefund(books, { payment: payment.id, body: { amount: part }, key: undefined });
    await tell('refund.created', { refund, payment });
  }

  async function argue(payment: Entity): Promise<void> {
    const { id } = await acts.dispute(payment.id);
    const end = dice.pick([null, 'win-dispute', 'lose-dispute', 'close-dispute'] as const);
    if (end) await acts[end](id);
  }

  return {
    /** Everything they told needs to arrive, since the service can't ask about what it doesn't know. */
    unheardOf,
    payForPlan,
    async payForMore({ orders, upgrade }: Buyer): Promise<Entity[]> {
      const paid: Entity[] = [];
      for (const order of orders) paid.push(...(await payForPack(order)));
      // Never refund an upgrade: a refund that arrives first would keep the old subscription alive.
      if (upgrade) await acts.charge(upgrade);
      return paid;
    },
    async renew({ subscription, upgrade }: Buyer): Promise<void> {
      const goesOn = books.subscriptions.get(subscription)!.status === 'active' && !upgrade;
      if (goesOn && dice.chance(0.4)) await acts.charge(subscription);
    },
    /** For a purchase paid once. The service itself decides which of two payments to refund. */
    async takeBack(payment: Entity): Promise<void> {
      const what = dice.below(10);
      if (what < 2) await sendBack(payment);
      else if (what < 4) await argue(payment);
    },
    async endRefunds(): Promise<void> {
      for (const { id, status } of [...books.refunds.values()])
        if (status === 'pending') await acts['process-refund'](id);
    },
  };
}
