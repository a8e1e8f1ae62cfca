/** The acts of a run. A seed gives the same acts each time, and any part of them is a run as well. */
import { openDice } from '../fuzz/dice.ts';
import { newBuyer } from '../payments/buyers.ts';

export type Act = { number: number } & (
  | { does: 'find'; account: number; person: number; isTwice: boolean }
  /** A find from before, with its key. */
  | { does: 'find-again'; find: number; account: number; person: number }
  | { does: 'grant'; account: number; credits: number; days: number }
  /** Then these accounts ask for the person. */
  | { does: 'hide'; person: number; askers: number[] }
  | { does: 'job'; account: number; people: number[]; limit: number | null; then: 'pause' | 'cancel' | null }
  /** A key of the account, which may spend as much in a day and ends while these people are asked for. */
  | { does: 'key'; account: number; budget: number; people: number[] }
  /** These accounts redeem a promotion that can be used so often. */
  | { does: 'promo'; uses: number; credits: number; accounts: number[] }
  | { does: 'buy'; buyer: ReturnType<typeof newBuyer> }
  /** A process of the service, at whatever it is doing. */
  | { does: 'kill' }
  /** Every connection breaks and what wasn't committed is lost. */
  | { does: 'restart-database'; awayMs: number }
  /** The clock is set forward. */
  | { does: 'wait'; ms: number }
  /** Waits until all is quiet, and compares everything. */
  | { does: 'prove' }
);

export interface Plan {
  seed: number;
  /** Operations asked for: a lookup, an item of a job, a purchase, a grant or an opt-out each. */
  operations: number;
  /** How many people there are. */
  people: number;
  acts: Act[];
}

export const accounts = 6;
/** Those who are asked about at a time. */
const peopleAtOnce = 160;
const dayMs = 86_400_000;
const itemsMax = 200;
const buyersMax = 200;
/** About as many credits are granted as are spent, so that accounts run out of them now and then. */
const grantedMax = 40;
/** In operations. Most faults are seen at a proof, so the first ones come early. Each is this many times as far as the one before. */
const firstProof = 500;
const growth = 4;
const betweenProofsMax = 16_000;

export function planOf(seed: number, operations: number): Plan {
  const dice = openDice('plan', seed);
  const acts: Act[] = [];
  let planned = 0;
  let betweenProofs = firstProof;
  let untilProof = betweenProofs;
  const add = (
    act: Act extends infer One ? (One extends Act ? Omit<One, 'number'> : never) : never,
    weight = 0,
  ) => {
    acts.push({ number: acts.length, ...act } as Act);
    planned += weight;
    untilProof -= weight;
  };
  const account = () => dice.below(accounts);
  /** Since the last proof: answers are kept for a day. */
  let finds: { number: number; account: number; person: number }[] = [];
  let buyers = 0;
  /** Their books are compared whole each time, so there is an end to them. */
  const buy = () => {
    if (buyers === buyersMax) return;
    buyers += 1;
    add({ does: 'buy', buyer: newBuyer(acts.length, dice) }, 1);
  };
  // New people come as others leave, or too few would be left in a long run.
  let hidden = 0;
  const person = () => 2 * hidden + dice.below(peopleAtOnce);
  const hide = () => {
    add({ does: 'hide', person: person(), askers: [account(), account()] }, 3);
    hidden += 1;
  };
  const key = () => {
    const asked = Array.from({ length: 1 + dice.below(20) }, person);
    add({ does: 'key', account: account(), budget: 1 + dice.below(8), people: asked }, asked.length);
  };
  const promo = () => {
    const redeeming = Array.from({ length: accounts }, (_, at) => at).filter(() => dice.chance(0.7));
    add({ does: 'promo', uses: 1 + dice.below(4), credits: 1 + dice.below(10), accounts: redeeming }, 1);
  };
  for (let at = 0; at < accounts; at += 1) add({ does: 'grant', account: at, credits: 100, days: 30 }, 1);
  while (planned < operations) {
    const side = dice.below(10_000);
    if (side < 3) add({ does: 'kill' });
    else if (side < 5) add({ does: 'restart-database', awayMs: dice.below(3000) });
    else if (side < 20) hide();
    else if (side < 25) buy();
    else if (side < 35) key();
    else if (side < 40) promo();
    else if (side < 225) {
      const days = dice.pick([1, 7, 30, 365]);
      add({ does: 'grant', account: account(), credits: 1 + dice.below(grantedMax), days }, 1);
    } else if (side < 250) {
      const of = Array.from({ length: 1 + dice.below(itemsMax) }, person);
      const limit = dice.chance(0.2) ? dice.below(20) : null;
      const then = dice.chance(0.2) ? dice.pick(['pause', 'cancel'] as const) : null;
      add({ does: 'job', account: account(), people: of, limit, then }, of.length);
    } else if (side < 900 && finds.length > 0) {
      const { number, ...asked } = dice.pick(finds);
      add({ does: 'find-again', find: number, ...asked }, 1);
    } else {
      const asked = { account: account(), person: person() };
      finds.push({ number: acts.length, ...asked });
      add({ does: 'find', ...asked, isTwice: dice.chance(0.2) }, 1);
    }
    // Every run has these, however short it is.
    if (acts.length === 20) buy();
    if (acts.length === 40) add({ does: 'kill' });
    if (acts.length === 50) key();
    if (acts.length === 70) promo();
    if (acts.length === 80) hide();
    if (acts.length === 120) add({ does: 'restart-database', awayMs: 500 });
    if (untilProof > 0) continue;
    betweenProofs = Math.min(growth * betweenProofs, betweenProofsMax);
    untilProof = betweenProofs;
    finds = [];
    add({ does: 'prove' });
    if (dice.chance(0.3)) add({ does: 'wait', ms: dice.pick([1, 3, 12, 40]) * dayMs + dice.below(dayMs) });
  }
  add({ does: 'prove' });
  return { seed, operations, people: 2 * hidden + peopleAtOnce, acts };
}
