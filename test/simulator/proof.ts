/** When nothing is under way: jobs have ended, messages have arrived, and the ledger is possible, has what was answered and proves itself. */
import { proveAll } from '#domains/credits/index.ts';
import { impossibilities } from '../support/ledger/replay.ts';
import { runNight } from './night.ts';
import { internal, type JobTold, type Simulation } from './simulation.ts';

interface Job {
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  paused_because: string | null;
  /** Null while items of a job that was cancelled are still being looked up. */
  ended_at: string | null;
  credits: { spent: number; limit: number | null };
}

interface Item {
  profile_url: string;
  status: string;
  repeats_row: number | null;
  credits_charged: number;
  lookup: { id: string; status: string } | null;
}

const minuteMs = 60_000;
const patience = 400;
const recentMs = 7 * 24 * 60 * minuteMs;

export async function prove(sim: Simulation): Promise<void> {
  for (const job of sim.jobs) if (!job.isOver) await settleJob(sim, job);
  await runNight(sim);
  await hearMessages(sim);
  hearOptOuts(sim);
  for (const account of sim.model.accounts.keys()) await proveAccount(sim, account);
  for await (const { mismatches } of proveAll(sim.db))
    for (const one of mismatches) sim.model.fault(`the ledger: ${JSON.stringify(one)}`);
  for (const one of sim.receiver.forged) sim.model.fault(`a message is not signed: ${one}`);
  sim.count('proof');
}

/** Until it ends, or waits for credits of an account that has none. */
async function settleJob(sim: Simulation, job: JobTold): Promise<void> {
  const { account, id } = job;
  const path = `/api/v1/jobs/${id}`;
  for (let looks = 0; looks < patience; looks += 1) {
    const state = await sim.gets<Job>('GET', path, sim.headersOf(account));
    const { status, paused_because, ended_at, credits } = state;
    if (credits.limit !== null && credits.spent > credits.limit)
      sim.model.fault(`${id} spent more than its limit`);
    if (status === 'paused' && paused_because === 'limit')
      await sim.surely('POST', `${path}/cancellation`, sim.headersOf(account), {});
    else if (status === 'paused' && (await balanceOf(sim, account)).balance === 0) {
      sim.model.accounts.get(account)!.spentByJobs.set(id, credits.spent);
      return;
    } else if (ended_at !== null) return judge(sim, job, state);
    await sim.rest(500);
  }
  sim.model.fault(`${id} does not end`);
}

/** Each person of a job that has ended was answered once. */
async function judge(sim: Simulation, job: JobTold, { status, credits }: Job): Promise<void> {
  const { account, id, people, createdAt } = job;
  const { model } = sim;
  const { items } = await sim.gets<{ items: Item[] }>(
    'GET',
    `/api/v1/jobs/${id}/items?limit=500`,
    sim.headersOf(account),
  );
  job.isOver = true;
  model.accounts.get(account)!.spentByJobs.delete(id);
  if (items.length !== people.length) model.fault(`${id} has ${items.length} of ${people.length} items`);
  const seen = new Set<string>();
  let charged = 0;
  for (const [at, person] of people.entries()) {
    const item = items[at]!;
    charged += item.credits_charged;
    const isFirst = !seen.has(person);
    seen.add(person);
    if (isFirst !== (item.repeats_row === null))
      model.fault(`${id}: row ${at + 1} is answered apart from its repeats`);
    if (!isFirst && item.credits_charged > 0) model.fault(`${id}: row ${at + 1} repeats another and costs`);
    if (!isFirst || item.status === 'cancelled') continue;
    if (item.status !== 'completed' && item.status !== 'not_found') {
      model.fault(`${id}: row ${at + 1} is ${item.status}`);
      continue;
    }
    sim.count(`item ${item.status}`, `${id} ${at}`);
    const isShown = item.status === 'completed';
    const told = { isShown, charged: item.credits_charged, lookup: item.lookup?.id ?? '' };
    model.answered({ ...told, account, operation: `${id} ${at}`, person, askedAt: createdAt, at: sim.now() });
  }
  if (charged !== credits.spent) model.fault(`${id} spent ${credits.spent}, and its items cost ${charged}`);
  if (status === 'failed') model.fault(`${id} failed`);
}

const balanceOf = (sim: Simulation, account: string) =>
  sim.gets<{ balance: number; held: number }>('GET', `/internal/billing/balance/${account}`, internal);

/** Lets the times of repeated attempts come, until each message has been taken. */
async function hearMessages(sim: Simulation): Promise<void> {
  for (let looks = 0; looks < 8; looks += 1) {
    const { rows } = await sim.pool.query("select 1 from webhook_delivery where status = 'waiting' limit 1");
    if (rows.length === 0) break;
    await sim.rest(3_000);
    sim.world.seeded.jump(6 * minuteMs);
  }
  for (const { number, id, isOver } of sim.jobs) {
    const told = [...(sim.receiver.accepted.get(`/jobs/${number}`)?.values() ?? [])];
    const ends = told.filter(({ type, data }) => data.id === id && type !== 'job.paused');
    if (isOver && ends.length !== 1) sim.model.fault(`${ends.length} messages say that ${id} has ended`);
  }
}

/** Each account that was shown a person lately hears of the opt-out, with the lookup that showed them. */
function hearOptOuts({ model, receiver, counts }: Simulation): void {
  for (const [person, at] of model.hidden) {
    if (model.heard.has(person)) continue;
    model.heard.add(person);
    for (const [account, { answers }] of model.accounts) {
      const told = [...(receiver.accepted.get(`/${account}`)?.values() ?? [])];
      const named = new Set(
        told.flatMap(({ data }) => (data.lookups as { id: string }[]).map(({ id }) => id)),
      );
      for (const answer of answers.values()) {
        const isRecent =
          answer.isShown && answer.person === person && answer.at < at && answer.at > at - recentMs;
        if (isRecent && !named.has(answer.lookup))
          model.fault(`${account} does not hear that ${person} opted out: ${answer.operation}`);
        if (isRecent) counts['opt-out heard'] = (counts['opt-out heard'] ?? 0) + 1;
      }
    }
  }
}

const ledgerSums = `
  select account.id,
    (select coalesce(sum(amount), 0)::int from credit_ledger movement where movement.account = account.id and kind = 1) as granted,
    (select coalesce(sum(amount), 0)::int from credit_ledger movement where movement.account = account.id and kind = 2) as spent,
    (select coalesce(sum(avail), 0)::int from credit_lot lot where lot.account = account.id and expires_at > now()) as live
  from account where account_id = $1`;
const liveLots = `
  select avail as left, expires_at from credit_lot where account = $1 and avail > 0 and expires_at > now()`;

async function proveAccount(sim: Simulation, account: string): Promise<void> {
  const told = sim.model.accounts.get(account)!;
  const { rows } = await sim.pool.query<Record<'id' | 'granted' | 'spent' | 'live', number>>(ledgerSums, [
    account,
  ]);
  const ledger = rows[0]!;
  const shown = await balanceOf(sim, account);
  const byJobs = [...told.spentByJobs.values()].reduce((sum, spent) => sum + spent, 0);
  for (const [what, right, found] of [
    ['granted', told.granted, ledger.granted],
    ['spent', told.spent + byJobs, ledger.spent],
    ['left', shown.balance, ledger.live],
    ['set aside', 0, shown.held],
  ])
    if (right !== found)
      sim.model.fault(`${account}: ${right} ${what} by the answers, ${found} by the ledger`);
  for (const one of await impossibilities(sim.pool, ledger.id)) sim.model.fault(one);
  const lots = await sim.pool.query<{ left: number; expires_at: Date }>(liveLots, [ledger.id]);
  told.proven = {
    lots: lots.rows.map(({ left, expires_at }) => ({ left, expiresAt: new Date(expires_at).getTime() })),
    spentAtMost: 0,
  };
}
