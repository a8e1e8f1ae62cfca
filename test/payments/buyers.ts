import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../fuzz/dice.ts';
import { eventually } from '../support/eventually.ts';
import { givenVerified, newNumber } from '../support/whatsapp.ts';
import { insist } from './insist.ts';
import type { Shop } from './service-under-kills.ts';

export interface Buyer {
  number: number;
  accountId: string;
  /** Buys without an account, and claims it later. */
  isStranger: boolean;
  plan: 'starter' | 'growth' | 'scale';
  packs: ('topup_20' | 'topup_100')[];
  upgrades: boolean;
  /** Their subscription, once they have checked out. */
  subscription: string;
  /** Their orders of packs, and the subscription of the upgrade. */
  orders: string[];
  upgrade: string | null;
}

const lostAnswers = 0.05;
/** In milliseconds, for the call whose answer is lost. */
const waitsMax = 2_000;
const pollMs = 100;
const pollsMax = 20;

export function newBuyer(number: number, dice: Dice): Buyer {
  const plan = dice.pick(['starter', 'growth', 'scale'] as const);
  return {
    number,
    accountId: `buyer-${number}`,
    isStranger: dice.chance(0.5),
    plan,
    packs: dice.shuffled(['topup_20', 'topup_100'] as const).slice(dice.below(3)),
    upgrades: plan === 'starter' && dice.chance(0.5),
    subscription: '',
    orders: [],
    upgrade: null,
  };
}

export const checkoutsOf = ({ packs, upgrades }: Buyer): number => 1 + packs.length + Number(upgrades);

/** Buyers' calls to the service. Each one is repeated until it is answered, through all kills. */
export function openBuyers(service: Shop, dice: Dice) {
  const { razorpay, database } = service;

  const postsTaken = () => razorpay.calls.filter((call) => call.startsWith('POST')).length;

  /** Now and then the order is made, and its answer never arrives. */
  async function checkOut(path: string, body: object, { number }: Buyer, what: string): Promise<string> {
    const isLost = dice.chance(lostAnswers);
    const placed = postsTaken();
    if (isLost) Object.assign(razorpay.control, { trouble: 'lost_answer', on: 'POST /v1/' });
    const made = insist<{ payment_reference: string }>(service, path, {
      body,
      key: `${number} ${what}`,
      address: `198.51.${number >> 8}.${number & 255}`,
    });
    for (let waits = 0; isLost && waits < waitsMax && postsTaken() === placed; waits += 1) await sleep(1);
    razorpay.control.trouble = 'none';
    return (await made).payment_reference;
  }

  async function onboard({ accountId }: Buyer): Promise<void> {
    // The database may be away for a moment, too.
    const number = newNumber();
    await eventually(() => givenVerified(database.db, number, { accountId }), 100);
    await insist(service, '/internal/identity/onboarding/start', {
      body: {
        account_id: accountId,
        email: `${accountId}@example.com`,
        first_name: 'Leela',
        last_name: 'Example',
        address_line1: '12 Example Street',
        city: 'Bengaluru',
        state: dice.pick(['Karnataka', 'Maharashtra']),
        pincode: '560001',
      },
    });
  }

  const inside = (buyer: Buyer, plan_id: string, what = plan_id) =>
    checkOut('/internal/billing/checkout', { account_id: buyer.accountId, plan_id }, buyer, what);

  return {
    async buyPlan(buyer: Buyer): Promise<void> {
      if (!buyer.isStranger) await onboard(buyer);
      buyer.subscription = buyer.isStranger
        ? await checkOut('/api/v1/billing/checkout', { plan_id: buyer.plan }, buyer, buyer.plan)
        : await inside(buyer, buyer.plan);
    },

    /** Waits for the payment a little, or as long as it takes. False if it hasn't arrived. */
    async claim(buyer: Buyer, patience: 'a little' | 'all'): Promise<boolean> {
      const query = new URLSearchParams({ payment_reference: buyer.subscription });
      for (let poll = 0; patience === 'all' || poll < pollsMax; poll += 1) {
        const { status, token } = await insist<{ status: string; token: string | null }>(
          service,
          `/api/v1/billing/claim-token?${query}`,
          { method: 'GET', address: `192.0.${dice.below(250)}.${dice.below(250)}` },
        );
        if (status === 'claimed') return true;
        if (status === 'ready') {
          await insist(service, '/internal/billing/claim', { body: { token, account_id: buyer.accountId } });
          return true;
        }
        await sleep(pollMs);
      }
      return false;
    },

    async buyMore(buyer: Buyer): Promise<void> {
      if (buyer.isStranger) await onboard(buyer);
      for (const pack of buyer.packs) buyer.orders.push(await inside(buyer, pack));
      if (buyer.upgrades) buyer.upgrade = await inside(buyer, 'growth');
    },
  };
}
