import { setTimeout as sleep } from 'node:timers/promises';
import { personOf } from '../../cells/people.ts';
import type { Account } from './accounts.ts';
import { anyPerson, type Found, faultIn } from './people.ts';
import { count, inLanesUntilOver, type LoadRun } from './run-of-load.ts';

interface Item {
  row: number;
  status: string;
  credits_charged: number;
  lookup: Found | null;
}

const pollMs = 250;
const pageRows = 500;

/** Bulk jobs, one after the other in each lane. Each distinct profile of a finished job has one answer and one price. */
export async function runJobs(run: LoadRun, account: Account, lanes: number, rows: number): Promise<void> {
  const dice = run.dice('jobs');
  let made = 0;
  await inLanesUntilOver(run, lanes, async (lane) => {
    made += 1;
    const people = [...new Set(Array.from({ length: rows }, () => anyPerson(run.people, dice)))];
    const id = await createJob(run, account, people, { lane, number: made });
    const job = await untilEnded(run, account, id, lane);
    if (job.status !== 'completed') run.faults.push(`job ${id} ended as ${JSON.stringify(job)}`);
    const charged = await readItems(run, account, id, people, lane);
    if (charged !== job.credits.spent)
      run.faults.push(`job ${id} says that it spent ${job.credits.spent}, and its rows cost ${charged}`);
    count(run, 'jobs');
  });
}

async function createJob(
  run: LoadRun,
  { id: accountId, key, jobs }: Account,
  people: readonly number[],
  { lane, number }: { lane: number; number: number },
): Promise<string> {
  const profiles = people.map((person) => ({ profile_url: personOf(person).url }));
  const idempotencyKey = `job ${number} of ${accountId}`;
  const made = await run.callers.insist(
    { path: '/api/v1/jobs', key, idempotencyKey, body: { profiles } },
    lane,
  );
  const { id, counts } = JSON.parse(made.text);
  if (made.status !== 200 || jobs.has(id)) throw new Error(`a job was answered ${made.status}: ${made.text}`);
  // A person who has left has a link all the same.
  if (counts.profiles !== people.length) run.faults.push(`job ${id} has ${counts.profiles} profiles`);
  jobs.add(id);
  return id;
}

interface Job {
  status: string;
  credits: { spent: number };
}

async function untilEnded(run: LoadRun, { key }: Account, id: string, lane: number): Promise<Job> {
  for (;;) {
    const answer = await run.callers.insist({ method: 'GET', path: `/api/v1/jobs/${id}`, key }, lane);
    const job = JSON.parse(answer.text) as Job;
    if (!['queued', 'running'].includes(job.status)) return job;
    await sleep(pollMs);
  }
}

/** Returns what the rows cost. */
async function readItems(
  run: LoadRun,
  account: Account,
  id: string,
  people: readonly number[],
  lane: number,
): Promise<number> {
  let cursor = '';
  let charged = 0;
  let rows = 0;
  do {
    const query = new URLSearchParams({ limit: String(pageRows), ...(cursor ? { cursor } : {}) });
    // Asked first: what was gone by then must not be shown.
    const gone = new Set(run.people.gone);
    const path = `/api/v1/jobs/${id}/items?${query}`;
    const { status, text } = await run.callers.insist({ method: 'GET', path, key: account.key }, lane);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    const page = JSON.parse(text) as { items: Item[]; next_cursor: string | null };
    for (const item of page.items) {
      rows += 1;
      if (item.row !== rows) run.faults.push(`job ${id}: row ${item.row} instead of ${rows}`);
      checkItem(run, account, item, people[rows - 1]!, gone);
      charged += item.credits_charged;
    }
    cursor = page.next_cursor ?? '';
  } while (cursor);
  if (rows !== people.length) run.faults.push(`job ${id} has ${rows} rows instead of ${people.length}`);
  return charged;
}

function checkItem(
  run: LoadRun,
  account: Account,
  item: Item,
  person: number,
  gone: ReadonlySet<number>,
): void {
  const { lookup, status, credits_charged } = item;
  const text = JSON.stringify(item);
  // Someone who has left is not in the results any more.
  if (!lookup && status === 'not_found' && run.people.leaving.has(person)) {
    account.lost += credits_charged;
    return;
  }
  if (!lookup || (status !== 'completed' && status !== 'not_found')) {
    run.faults.push(`an item of a job has no answer: ${text}`);
    return;
  }
  const fault = faultIn(run.people, person, { answer: lookup, text, wasGone: gone.has(person) });
  if (fault) run.faults.push(fault);
  if (lookup.credits.charged !== credits_charged) run.faults.push(`an item has two prices: ${text}`);
  if (credits_charged > 0) {
    if (account.charged.has(lookup.id)) run.faults.push(`an item was answered twice: ${text}`);
    account.charged.add(lookup.id);
  }
  count(run, 'items of jobs');
}
