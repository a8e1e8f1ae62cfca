/** Customers and the operator: what they ask, and what they make of the answers. */

import { receiverOrigin } from './outside.ts';
import type { Act } from './plan.ts';
import { admin, type Simulation, Unexpected } from './simulation.ts';

type Of<Does extends Act['does']> = Extract<Act, { does: Does }>;

interface Found {
  id: string;
  status: 'completed' | 'not_found' | 'pending' | 'failed';
  credits: { charged: number };
}

const looksMax = 1_000;

export const nameOf = (account: number): string => `account-${account}`;

export async function openAccount(sim: Simulation, id: string): Promise<void> {
  const { key } = await sim.gets<{ key: string }>('POST', '/api/v1/keys/create', admin, {
    ...{ email: `${id}@example.com`, account_id: id, plan: 'none', rate_limit_per_min: 1_000_000 },
  });
  sim.keys.set(id, key);
  sim.model.opened(id);
  const path = `/${id}`;
  const { secret } = await sim.gets<{ secret: string }>(
    'POST',
    '/api/v1/webhooks/endpoints',
    sim.headersOf(id),
    {
      ...{ url: `${receiverOrigin}${path}`, events: ['person.opted_out'] },
    },
  );
  sim.receiver.secrets.set(path, secret);
}

export async function grant(sim: Simulation, { number, account, credits, days }: Of<'grant'>): Promise<void> {
  const body = { account_id: nameOf(account), credits, valid_days: days, reason: 'simulated' };
  await sim.gets(
    'POST',
    '/api/v1/admin/growth/credits',
    { ...admin, 'idempotency-key': `grant-${number}` },
    body,
  );
  sim.count('granted', `${credits}`);
  sim.model.granted(nameOf(account), credits);
}

export async function find(sim: Simulation, act: Of<'find'>): Promise<void> {
  const account = nameOf(act.account);
  const person = sim.directory.linkOf(act.person);
  sim.model.asks(account, person, sim.now());
  const flights = Array.from({ length: act.isTwice ? 2 : 1 }, () =>
    findOnce(sim, account, person, `find-${act.number}`),
  );
  await Promise.all(flights);
}

/** The model compares its answer with the first. */
export async function findAgain(sim: Simulation, { find, account, person }: Of<'find-again'>): Promise<void> {
  const link = sim.directory.linkOf(person);
  // The first may have been refused because there were no credits, so that this one is the first to cost.
  if (!sim.model.accounts.get(nameOf(account))!.answers.has(`find-${find}`))
    sim.model.asks(nameOf(account), link, sim.now());
  await findOnce(sim, nameOf(account), link, `find-${find}`);
}

/**
 * Returns what the answer took. With a key of its own, the question is asked again with the account's first one if that key has
 * ended: its answer may have been lost. Then 0 is returned, since either key may have paid.
 */
export async function findOnce(
  sim: Simulation,
  account: string,
  person: string,
  operation: string,
  key?: string,
): Promise<number> {
  const askedAt = sim.now();
  const headers = sim.headersOf(account, operation);
  const own = key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` };
  const answer = await sim.surely('POST', '/api/v1/find', own, { profile_url: person });
  if (answer.statusCode === 402 && answer.json().code === 'budget_reached' && key !== undefined) {
    sim.count('budget reached', operation);
    return 0;
  }
  if (answer.statusCode === 401 && key !== undefined) {
    await findOnce(sim, account, person, operation);
    return 0;
  }
  if (answer.statusCode === 402) {
    sim.count('402', operation);
    sim.model.refused(account, operation, sim.now());
    return 0;
  }
  // 202 is for one that is pending.
  if (answer.statusCode !== 200 && answer.statusCode !== 202) {
    sim.model.fault(`${operation}: ${answer.statusCode} ${answer.body}`);
    return 0;
  }
  let found: Found = answer.json();
  for (let looks = 0; found.status === 'pending'; looks += 1) {
    if (looks === looksMax) {
      sim.model.fault(`${operation} stays pending`);
      return 0;
    }
    sim.count('pending', operation);
    await sim.rest(1_000);
    found = await sim.gets('GET', `/api/v1/find/${found.id}`, sim.headersOf(account));
  }
  sim.count(found.status, operation);
  sim.model.answered({
    ...{ account, operation, person, askedAt, at: sim.now(), lookup: found.id },
    ...{ isShown: found.status === 'completed', charged: found.credits.charged },
  });
  return found.credits.charged;
}

export async function hide(sim: Simulation, act: Of<'hide'>): Promise<void> {
  const person = sim.directory.linkOf(act.person);
  if (!sim.model.hiding.has(person)) sim.model.hiding.set(person, sim.now());
  await sim.gets('POST', '/api/v1/admin/suppressions', admin, { profile_url: person, reason: 'simulated' });
  if (!sim.model.hidden.has(person)) sim.model.hidden.set(person, sim.now());
  sim.count('hidden', person);
  await Promise.all(
    act.askers.map((asker, at) => {
      sim.model.asks(nameOf(asker), person, sim.now());
      return findOnce(sim, nameOf(asker), person, `hidden-${act.number}-${at}`);
    }),
  );
}

/** Its items are judged when it has ended. */
export async function createJob(sim: Simulation, act: Of<'job'>): Promise<void> {
  const account = nameOf(act.account);
  const people = act.people.map(sim.directory.linkOf);
  for (const person of new Set(people)) sim.model.asks(account, person, sim.now());
  const createdAt = sim.now();
  const operation = `job-${act.number}`;
  const created = await sim.surely('POST', '/api/v1/jobs', sim.headersOf(account, operation), {
    profiles: people.map((profile_url) => ({ profile_url })),
    webhook_url: `${receiverOrigin}/jobs/${act.number}`,
    limit_credits: act.limit,
  });
  if (created.statusCode === 402) {
    sim.count('402', operation);
    return sim.model.refused(account, operation, sim.now());
  }
  if (created.statusCode === 409 && created.json().code === 'jobs_full')
    return sim.count('jobs full', operation);
  if (created.statusCode !== 200) throw new Unexpected(`${operation}: ${created.body}`);
  const { id }: { id: string } = created.json();
  sim.jobs.push({ ...{ account, id, number: act.number, people, createdAt }, isOver: false });
  sim.count('job', id);
  if (act.then === null) return;
  await sim.rest(sim.world.below(400));
  const path = `/api/v1/jobs/${id}/${act.then === 'pause' ? 'pause' : 'cancellation'}`;
  const changed = await sim.surely('POST', path, sim.headersOf(account), {});
  // It may have ended before.
  if (changed.statusCode !== 200 && changed.statusCode !== 409)
    throw new Unexpected(`${path}: ${changed.body}`);
  if (act.then !== 'pause' || changed.statusCode !== 200) return;
  await sim.rest(sim.world.below(400));
  await sim.surely('POST', `/api/v1/jobs/${id}/resumption`, sim.headersOf(account), {});
}
