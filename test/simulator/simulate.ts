/** One run: the acts of a plan, as many under way as the seed lets be, with the model's judgement after each answer and whenever all is quiet. */
import { openRazorpay } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { openDice } from '../fuzz/dice.ts';
import { createJob, find, findAgain, grant, hide, nameOf, openAccount } from './customers.ts';
import { redeemPromo, useUpKey } from './offers.ts';
import { openVendor, Receiver, receiverOrigin, vendorOrigin } from './outside.ts';
import { fill, freeRepeatDays, openDirectory } from './people.ts';
import { type Act, accounts, type Plan } from './plan.ts';
import { prove } from './proof.ts';
import { openShopping, type Shopping } from './shop.ts';
import { admin, Simulation } from './simulation.ts';
import { razorpayOrigin, type World } from './world.ts';

export interface Run {
  operations: number;
  faults: string[];
  counts: Record<string, number>;
  /** The same for the same plan: of everything that was answered, in its order. */
  digest: string;
}

const unlimited = 1_000_000_000;
/** Operations under way. Once there are as many, fewer are awaited, so that the next ones come together and share statements. */
const atOnce = 400;
const processes = 2;

export async function simulate(world: World, { seed, people, acts }: Plan): Promise<Run> {
  const directory = openDirectory(people);
  const receiver = new Receiver(openDice('receiver', seed));
  const razorpay = openRazorpay({ now: () => new Date() });
  razorpay.webhook.settings.held = true;
  const sim = new Simulation(world, directory, receiver);
  const vendor = openVendor(openDice('vendor', seed), directory.vendor, () => sim.count('vendor asked'));
  world.network.hosts
    .set(receiverOrigin, receiver.host)
    .set(vendorOrigin, vendor)
    .set(razorpayOrigin, razorpay.answer);
  await world.until(fill(sim.db, directory));
  for (let at = 0; at < processes; at += 1) await world.until(world.start(at === 0));
  await world.until(setUp(sim));
  await new Stage(sim, openShopping(sim, razorpay, seed)).play(acts);
  const { counts, model, digest, operations } = sim;
  return { operations, counts, digest, faults: model.faults };
}

async function setUp(sim: Simulation): Promise<void> {
  const { version } = await sim.gets<{ version: number }>('GET', '/api/v1/admin/platform', admin);
  const changes = {
    free_repeat_days: freeRepeatDays,
    free_answers_per_day: { no_plan: unlimited, plan: unlimited, enterprise: unlimited },
  };
  const body = { changes, reason: 'simulated', expected_version: version };
  await sim.gets('PATCH', '/api/v1/admin/platform', admin, body);
  for (let at = 0; at < accounts; at += 1) await openAccount(sim, nameOf(at));
}

class Stage {
  readonly #sim: Simulation;
  readonly #shopping: Shopping;
  readonly #flying = new Set<Promise<void>>();

  constructor(sim: Simulation, shopping: Shopping) {
    this.#sim = sim;
    this.#shopping = shopping;
  }

  async play(acts: readonly Act[]): Promise<void> {
    const { world, model } = this.#sim;
    for (const act of acts) {
      if (model.faults.length > 0) break;
      if (act.does === 'prove' || act.does === 'wait') await this.#quiet();
      if (act.does === 'prove') await world.until(this.#prove());
      else if (act.does === 'wait') this.#wait(act.ms);
      else this.#fly(act);
      if (this.#flying.size >= atOnce) await world.until(this.#fewFlying(world.below(atOnce)));
    }
    await this.#quiet();
  }

  async #fewFlying(count: number): Promise<void> {
    while (this.#flying.size > count) await Promise.race(this.#flying);
  }

  #quiet = () => this.#sim.world.until(Promise.all(this.#flying));

  async #prove(): Promise<void> {
    await this.#shopping.settle();
    await prove(this.#sim);
    // As a server does by itself, or each statement becomes slower than the one before.
    await this.#sim.pool.query('vacuum (analyze, parallel 0)');
  }

  #wait(ms: number): void {
    this.#sim.world.seeded.jump(ms);
    this.#sim.count('later');
  }

  #fly(act: Act): void {
    const flight = this.#do(act)
      .catch((error: Error) => this.#sim.model.fault(`${JSON.stringify(act)}: ${error.stack}`))
      .finally(() => {
        this.#sim.operations += 'people' in act ? act.people.length : 1;
        this.#flying.delete(flight);
      });
    this.#flying.add(flight);
  }

  async #do(act: Act): Promise<void> {
    if (act.does === 'find') return find(this.#sim, act);
    if (act.does === 'find-again') return findAgain(this.#sim, act);
    if (act.does === 'job') return createJob(this.#sim, act);
    if (act.does === 'grant') return grant(this.#sim, act);
    if (act.does === 'hide') return hide(this.#sim, act);
    if (act.does === 'key') return useUpKey(this.#sim, act);
    if (act.does === 'promo') return redeemPromo(this.#sim, act);
    if (act.does === 'buy') return this.#shopping.buy(act.buyer);
    if (act.does === 'kill') return this.#kill();
    if (act.does === 'restart-database') {
      this.#sim.count('database restarted');
      await this.#sim.world.restartDatabase(act.awayMs);
    }
  }

  async #kill(): Promise<void> {
    const { world } = this.#sim;
    if (world.instances.length < processes) return;
    const killed = world.instances[world.below(processes)]!;
    world.kill(killed);
    this.#sim.count('kill');
    // A start that meets a database which restarts ends, and is tried again.
    while (!(await world.start(killed.isWorker).catch(() => null))) await this.#sim.rest(500);
  }
}
