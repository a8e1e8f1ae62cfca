/** One run: customers, an operator and faults by a seed, with the model's judgement after each answer and whenever all is quiet. */
import { createHash } from 'node:crypto';
import { proveAll } from '#domains/credits/index.ts';
import { kyselyOn } from '#platform/database/pools.ts';
import { impossibilities } from '../support/ledger/replay.ts';
import { testSecrets } from '../support/service.ts';
import { writeProfile } from './known-people.ts';
import { Model } from './model.ts';
import type { Instance, World } from './world.ts';

export interface Run {
  operations: number;
  faults: string[];
  counts: Record<string, number>;
  /** The same for the same seed: of everything that was answered, in its order. */
  digest: string;
}

const people = 40;
const knownPeople = 25;
const accounts = 6;
const atOnce = 16;
const betweenProofs = 250;
/** A dice of a thousand sides: up to the first number a process is killed, up to the second a person is hidden. */
const [killed, hidden] = [2, 7];
const dayMs = 86_400_000;
const linkOf = (number: number) => `https://github.com/person-${number}-example`;
const admin = { 'x-admin-secret': testSecrets.admin_secret };
const internal = { 'x-internal-secret': testSecrets.internal_secret };

const ledgerSums = `
  select account.id,
    (select coalesce(sum(amount), 0)::int from credit_ledger movement where movement.account = account.id and kind = 1) as granted,
    (select coalesce(sum(amount), 0)::int from credit_ledger movement where movement.account = account.id and kind = 2) as spent,
    (select coalesce(sum(avail), 0)::int from credit_lot lot where lot.account = account.id and expires_at > now()) as live
  from account where account_id = $1`;

export async function simulate(world: World, operations: number): Promise<Run> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  const model = new Model(Array.from({ length: knownPeople }, (_, at) => linkOf(at)));
  const keys = new Map<string, string>();
  const flying = new Set<Promise<void>>();
  const pool = world.pool();
  const db = kyselyOn(pool);
  let done = 0;
  let made = 0;
  let begun = 0;

  const count = (what: string, detail = '') => {
    counts[what] = (counts[what] ?? 0) + 1;
    digest.update(`${what} ${detail} ${world.seeded.now()} ${world.steps}\n`);
  };
  const any = <Item>(items: readonly Item[]): Item => items[world.below(items.length)]!;
  const newName = (what: string) => {
    made += 1;
    return `${what}-${made}`;
  };

  /** Asks until a process answers that isn't killed. */
  async function surely(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) {
    for (;;) {
      const instance = await living();
      const answer = await world.ask(instance, method, path, { headers, body });
      if (answer && answer.statusCode !== 503 && answer.statusCode !== 409) return answer;
      count(answer ? `${answer.statusCode}` : 'killed', path);
      await new Promise((resolve) => setTimeout(resolve, 50 + world.below(500)));
    }
  }

  async function living(): Promise<Instance> {
    while (world.instances.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    return any(world.instances);
  }

  async function openAccount(id: string): Promise<void> {
    const made = await surely('POST', '/api/v1/keys/create', admin, {
      ...{ email: `${id}@example.com`, account_id: id, plan: 'none', rate_limit_per_min: 100_000 },
    });
    if (made.statusCode !== 200) throw new Error(made.body);
    keys.set(id, made.json().key);
    model.opened(id);
  }

  async function grant(id: string): Promise<void> {
    const credits = 1 + world.below(30);
    const days = any([1, 7, 30, 365]);
    const headers = { ...admin, 'idempotency-key': newName('grant') };
    const body = { account_id: id, credits, valid_days: days, reason: 'simulated' };
    const answer = await surely('POST', '/api/v1/admin/growth/credits', headers, body);
    if (answer.statusCode !== 200)
      return model.fault(`a grant was answered ${answer.statusCode}: ${answer.body}`);
    count('granted', `${credits}`);
    model.granted(id, credits);
  }

  async function find(id: string): Promise<void> {
    const person = linkOf(world.below(people));
    const operation = newName('find');
    const headers = { authorization: `Bearer ${keys.get(id)}`, 'idempotency-key': operation };
    const wasHidden = model.hidden.has(person);
    const flights = world.below(4) === 0 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: flights }, () => surely('POST', '/api/v1/find', headers, { profile_url: person })),
    );
    for (const answer of answers) {
      if (answer.statusCode === 402) {
        count('402', operation);
        continue;
      }
      if (answer.statusCode !== 200) return model.fault(`${operation}: ${answer.statusCode} ${answer.body}`);
      const { status, credits } = answer.json();
      count(status, operation);
      const told = { isShown: status === 'completed', charged: credits.charged };
      model.answered({ account: id, operation, person, wasHidden, ...told });
    }
  }

  async function hide(): Promise<void> {
    const person = linkOf(world.below(people));
    model.hiding.add(person);
    const body = { profile_url: person, reason: 'simulated' };
    const answer = await surely('POST', '/api/v1/admin/suppressions', admin, body);
    if (answer.statusCode !== 200)
      return model.fault(`an opt-out was answered ${answer.statusCode}: ${answer.body}`);
    model.hidden.add(person);
    count('hidden', person);
  }

  async function replaceProcess(): Promise<void> {
    if (world.instances.length < 2) return;
    world.kill(any(world.instances));
    count('kill');
    await world.until(world.start());
  }

  /** When nothing is under way: the ledger is possible, has what was answered, and proves itself. */
  async function prove(): Promise<void> {
    await world.until(Promise.all(flying));
    for (const id of model.accounts.keys()) await world.until(proveAccount(id));
    await world.until(proveLedger());
    count('proof');
  }

  async function proveAccount(id: string): Promise<void> {
    const { granted, spent } = model.accounts.get(id)!;
    const { rows } = await pool.query<Record<'id' | 'granted' | 'spent' | 'live', number>>(ledgerSums, [id]);
    const ledger = rows[0]!;
    const shown = (await surely('GET', `/internal/billing/balance/${id}`, internal)).json();
    for (const [what, told, found] of [
      ['granted', granted, ledger.granted],
      ['spent', spent, ledger.spent],
      ['left', shown.balance, ledger.live],
      ['set aside', 0, shown.held],
    ])
      if (told !== found) model.fault(`${id}: ${told} ${what} by the answers, ${found} by the ledger`);
    for (const one of await impossibilities(pool, ledger.id)) model.fault(one);
  }

  async function proveLedger(): Promise<void> {
    for await (const { mismatches } of proveAll(db))
      for (const one of mismatches) model.fault(`the ledger: ${JSON.stringify(one)}`);
  }

  for (let at = 0; at < people; at += 1)
    if (at < knownPeople) await world.until(writeProfile(db, linkOf(at), at));
  for (let at = 0; at < 2; at += 1) await world.until(world.start());
  for (let at = 0; at < accounts; at += 1) await world.until(openAccount(`account-${at}`));

  while (done < operations && model.faults.length === 0) {
    const id = `account-${world.below(accounts)}`;
    begun += 1;
    // Every run has these two, however short it is.
    const dice = { 40: killed, 80: hidden }[begun] ?? world.below(1000);
    if (dice <= killed) await replaceProcess();
    else {
      const work = dice <= hidden ? hide() : dice < 60 ? grant(id) : find(id);
      const flight = work.finally(() => {
        done += 1;
        flying.delete(flight);
      });
      flying.add(flight);
    }
    if (flying.size >= atOnce) await world.until(Promise.race(flying));
    if (done > 0 && made % betweenProofs === 0) {
      await prove();
      if (world.below(3) === 0) {
        world.seeded.jump(any([1, 3, 12, 40]) * dayMs + world.below(dayMs));
        count('later');
      }
    }
  }
  await prove();
  return { operations: done, faults: model.faults, counts, digest: digest.digest('hex') };
}
