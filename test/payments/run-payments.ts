import { sweepDeliveries } from '#domains/billing/deliveries/sweep-deliveries.ts';
import { issueLeftDocuments } from '#domains/billing/documents/issue-document.ts';
import { duplicatesToRefund } from '#domains/billing/money/payment-ledger.ts';
import { refundDuplicate } from '#domains/billing/money/refund-duplicate.ts';
import { reconcilePayments } from '#domains/billing/reconciliation/reconcile-payments.ts';
import { endSubscription } from '#domains/billing/subscriptions/stop-subscription.ts';
import { subscriptionsToStop } from '#domains/billing/subscriptions/subscriptions.ts';
import { type Dice, openDice } from '../fuzz/dice.ts';
import { runJob } from '../support/jobs.ts';
import { openBank } from './bank.ts';
import { type Buyer, checkoutsOf, newBuyer, openBuyers } from './buyers.ts';
import { openKiller } from './killer.ts';
import { inLanes } from './lanes.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';
import { faultsInBooks } from './prove-books.ts';
import { openServiceUnderKills, type ServiceUnderKills } from './service-under-kills.ts';

export interface PaymentsOptions {
  seed: number;
  /** About how many, forgeries and repeats included. */
  deliveries: number;
  kills: number;
  /** Whether requests and jobs have a process each. */
  isSplit: boolean;
  tell(text: string): void;
}

/** Repeats and forgeries included. */
const deliveriesPerBuyer = 24;
const lanes = 4;

/** Lets buyers buy and banks pay while processes are killed. Gives what is wrong in the end. */
export async function runPayments(options: PaymentsOptions): Promise<string[]> {
  const { seed, deliveries, kills, tell } = options;
  await using service = await openServiceUnderKills(options);
  const dice = openDice(seed);
  const killer = openKiller(service.programs, dice, { pulses: deliveries, kills });
  const bank = openBank(service, dice);
  const post = openPostOffice(service, dice, {
    pulse: killer.pulse,
    isNeeded: ({ name, body }) =>
      name === 'subscription.charged' && [...bank.unheardOf].some((id) => body.includes(id)),
  });
  const buyers = Array.from({ length: Math.ceil(deliveries / deliveriesPerBuyer) }, (_, number) =>
    newBuyer(number, dice),
  );
  await live({ service, dice, bank, post, buyers, pulse: killer.pulse });
  const killed = await killer.rest();
  tell(
    `${buyers.length} buyers, deliveries: ${JSON.stringify(post.counts)}, kills: ${JSON.stringify(killed)}`,
  );
  const checkouts = buyers.reduce((sum, buyer) => sum + checkoutsOf(buyer), 0);
  return await faultsInBooks(service, { checkouts, unheardOf: bank.unheardOf.size, tell });
}

interface Life {
  service: ServiceUnderKills;
  dice: Dice;
  bank: ReturnType<typeof openBank>;
  post: PostOffice;
  buyers: Buyer[];
  pulse(): void;
}

/** Plans, then packs and upgrades, then what goes back. Each part ends with a night. */
async function live({ service, dice, bank, post, buyers, pulse }: Life): Promise<void> {
  const at = openBuyers(service, dice);
  const each = (work: (buyer: Buyer) => Promise<unknown>, who: readonly Buyer[] = buyers) =>
    inLanes(lanes, who, async (buyer) => {
      pulse();
      await work(buyer);
    });
  await each(at.buyPlan);
  const paid = [];
  for (const { subscription } of buyers) paid.push(...(await bank.payForPlan(subscription)));
  const strangers = buyers.filter(({ isStranger }) => isStranger);
  const early = dice.shuffled(strangers).slice(0, strangers.length / 2);
  await Promise.all([post.deliver(), each((buyer) => at.claim(buyer, 'a little'), early)]);
  await pass(service);
  await each((buyer) => at.claim(buyer, 'all'), strangers);

  await each(at.buyMore);
  for (const buyer of buyers) {
    await bank.renew(buyer);
    paid.push(...(await bank.payForMore(buyer)));
  }
  await post.deliver();
  for (const payment of paid) await bank.takeBack(payment);
  await post.deliver();
  await pass(service);
  await bank.endRefunds();
  await post.deliver();
  await pass(service);
}

/** A night, and the minutes after it. Runs what it enqueues, since a killed worker's jobs come back only after a minute. */
export async function pass({ night }: Pick<ServiceUnderKills, 'night'>): Promise<void> {
  const { db } = night.database;
  await runJob(night, sweepDeliveries);
  await runJob(night, reconcilePayments);
  for (const { provider, provider_payment_id: payment } of await duplicatesToRefund(db))
    await runJob(night, refundDuplicate, { provider, payment });
  for (const { provider, reference } of await subscriptionsToStop(db))
    await runJob(night, endSubscription, { provider, reference });
  await runJob(night, issueLeftDocuments);
}
