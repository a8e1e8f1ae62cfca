import { setTimeout as sleep } from 'node:timers/promises';
import type { Entity } from '#dev/stand-ins/razorpay/books.ts';
import type { Dice } from '../../fuzz/dice.ts';
import { openBank } from '../../payments/bank.ts';
import { type Buyer, checkoutsOf, newBuyer, openBuyers } from '../../payments/buyers.ts';
import { insist } from '../../payments/insist.ts';
import { openPostOffice } from '../../payments/post-office.ts';
import { faultsInBooks } from '../../payments/prove-books.ts';
import { pass } from '../../payments/run-payments.ts';
import type { ServiceUnderKills } from '../../payments/service-under-kills.ts';
import { eventually } from '../../support/eventually.ts';
import type { Program } from '../../support/program.ts';
import type { TestService } from '../../support/service.ts';
import type { Stage } from '../stage/open-stage.ts';
import { count, inLanesUntilOver, type LoadRun } from './run-of-load.ts';

/** Buyers, banks and the deliveries of Razorpay, as in `npm run test:payments`. */
export interface Purchases {
  /** Until the run is over. */
  buy(): Promise<void>;
  /** Without faults: what is still open is bought, paid and given back. Returns what differs from Razorpay's books. */
  settle(night: TestService, say: (line: string) => void): Promise<string[]>;
}

const lanes = 2;
/** WhatsApp has no more fictional numbers. */
const buyersMax = 1_500;
const pauseMs = 500;
const polls = { every: 200, max: 15 };

export function openPurchases(
  run: LoadRun,
  { razorpay, database }: Stage,
  api: Pick<Program, 'call'>,
): Purchases {
  const service: Pick<ServiceUnderKills, 'api' | 'database' | 'razorpay'> = { api, database, razorpay };
  const dice: Dice = run.dice('purchases');
  const bank = openBank(service, dice);
  const post = openPostOffice(service, dice, {
    pulse() {},
    isNeeded: ({ name, body }) =>
      name === 'subscription.charged' && [...bank.unheardOf].some((id) => body.includes(id)),
  });
  const at = openBuyers(service, dice);
  const buyers: Buyer[] = [];
  /** Those who have bought everything. */
  const done = new Set<Buyer>();
  const paid: Entity[] = [];

  async function hasPlan({ accountId }: Buyer): Promise<boolean> {
    for (let poll = 0; poll < polls.max; poll += 1) {
      const path = `/internal/billing/plan/${accountId}`;
      const { plan } = await insist<{ plan: object | null }>(service, path, { method: 'GET' });
      if (plan) return true;
      await sleep(polls.every);
    }
    return false;
  }

  async function buyTheRest(buyer: Buyer): Promise<void> {
    await at.buyMore(buyer);
    await bank.renew(buyer);
    paid.push(...(await bank.payForMore(buyer)));
    done.add(buyer);
    count(run, 'purchases', checkoutsOf(buyer) - 1);
  }

  return {
    buy: () =>
      inLanesUntilOver(run, lanes, async () => {
        if (buyers.length >= buyersMax) return void (await sleep(pauseMs));
        const buyer = newBuyer(buyers.length, dice);
        buyers.push(buyer);
        await at.buyPlan(buyer);
        count(run, 'purchases');
        paid.push(...(await bank.payForPlan(buyer.subscription)));
        await post.deliver();
        const isClaimed = !buyer.isStranger || (await at.claim(buyer, 'a little'));
        if (isClaimed && (await hasPlan(buyer))) await buyTheRest(buyer);
        await post.deliver();
        await sleep(pauseMs);
      }),

    async settle(night, say) {
      // As the queue does, with a job that failed: on a busy machine the stand-in may answer too late.
      const wholeNight = () => eventually(() => pass({ night }), 1_000);
      await post.deliver();
      await wholeNight();
      for (const buyer of buyers) if (buyer.isStranger) await at.claim(buyer, 'all');
      for (const buyer of buyers) if (!done.has(buyer)) await buyTheRest(buyer);
      await post.deliver();
      for (const payment of paid) await bank.takeBack(payment);
      await post.deliver();
      await wholeNight();
      await bank.endRefunds();
      await post.deliver();
      await wholeNight();
      const checkouts = buyers.reduce((sum, buyer) => sum + checkoutsOf(buyer), 0);
      say(`${buyers.length} buyers, ${checkouts} purchases, deliveries: ${JSON.stringify(post.counts)}`);
      return faultsInBooks(service, { checkouts, unheardOf: bank.unheardOf.size, tell: say });
    },
  };
}
