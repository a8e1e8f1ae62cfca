import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#core/clock.ts';
import { openDice } from '../fuzz/dice.ts';
import { testService } from '../support/service.ts';
import { faultsInAccount, faultsInHistories, faultsInLedger } from './check-books.ts';
import { faultsInImports, faultsInOptOuts, faultsInSettings, repeatSome } from './check-people.ts';
import { type Account, openAccount } from './load/accounts.ts';
import { openCallers } from './load/callers.ts';
import { grant, useFewAccounts, type Watched } from './load/few-accounts.ts';
import { fileOf, type Imported, importPeople } from './load/imports.ts';
import { runJobs } from './load/jobs.ts';
import { type Kept, lookUp } from './load/lookups.ts';
import { leave } from './load/opt-outs.ts';
import { newPeople } from './load/people.ts';
import { openPurchases, type Purchases } from './load/purchases.ts';
import type { LoadRun } from './load/run-of-load.ts';
import { changeSettings, type LastChange } from './load/settings.ts';
import { openHands } from './stage/hands.ts';
import { openStage, type Stage } from './stage/open-stage.ts';

export interface FaultsOptions {
  seed: number;
  size: Size;
  /** The load ends when it is. */
  isEnough(so: { minutes: number; operations: number; faults: number }): boolean;
  say(line: string): void;
}

interface Size {
  people: number;
  leaving: number;
  lookupLanes: number;
  jobLanes: number;
  jobRows: number;
  /** On the few accounts whose histories are checked. */
  calls: number;
  callPauseMs: number;
}

const credits = 9_000_000;
const fewAccounts = 12;

/** Faults under a mixed load. Returns what the service and the account of its answers disagree about. */
export async function runFaults({ seed, size, isEnough, say }: FaultsOptions): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const stage = await openStage(stack);
  const callers = stack.use(openCallers(stage));
  let isOver = false;
  const run: LoadRun = {
    ...{ callers, people: newPeople(size.people, size.leaving), counts: {}, faults: [] },
    dice: (part) => openDice(seed, part),
    isOver: () => isOver || run.faults.length > 0,
  };
  const cast = await openCast(run);
  const api = openApi(stage);
  const purchases = openPurchases(run, stage, api);
  const hands = openHands(stage, seed);
  say(
    `${stage.postgres.name}; ${hands.leftOut.length > 0 ? `left out: ${hands.leftOut.join('; ')}` : 'with all faults'}`,
  );
  const load = startLoad(run, cast, { size, purchases, api });
  const startedMs = performance.now();
  const watching = setInterval(() => {
    const faults = hands.counts.values().reduce((sum, times) => sum + times, 0);
    const minutes = (performance.now() - startedMs) / minuteMs;
    isOver ||= isEnough({ minutes, operations: operationsOf(run), faults });
  }, 100);
  const telling = tellNowAndThen(run, say);
  try {
    await load;
  } finally {
    isOver = true;
    clearInterval(watching);
    clearInterval(telling);
    await hands.rest();
  }
  sayCounts(run, hands.counts, say);
  // At once: the comparisons take minutes.
  for (const fault of run.faults) say(fault);
  const faults = [
    ...run.faults,
    ...hands.endedOnTheirOwn.map((name) => `${name} ended on its own`),
    ...[...callers.strange].map(([what, times]) => `${times} answers: ${what}`),
  ];
  return [...faults, ...(await check(stage, run, cast, purchases, say))];
}

/** Accounts and files that take part, with the answers that were acknowledged. */
interface Cast {
  lookers: Account[];
  ofJobs: Account;
  watched: Watched[];
  kept: Kept[];
  imported: Imported[];
  lastChange: LastChange;
}

async function openCast(run: LoadRun): Promise<Cast> {
  const { callers, people } = run;
  const body = fileOf(Array.from({ length: people.first }, (_, number) => number));
  const first = await callers.insist(
    { path: '/api/v1/admin/directory/imports?file_name=first.csv', body, timeoutMs: 10 * minuteMs },
    0,
  );
  if (first.status !== 200) throw new Error(`${first.status} ${first.text}`);
  await openLimits(run);
  const open = (id: string, granted: number) => openAccount(callers, id, granted);
  const lookers = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => open(`looker-${at}`, credits)));
  const watched: Watched[] = [];
  for (let at = 0; at < fewAccounts; at += 1)
    watched.push({ account: await open(`watched-${at}`, 0), history: [] });
  const lastChange = { version: 0, value: 0 };
  return { lookers, ofJobs: await open('jobs', credits), watched, kept: [], imported: [], lastChange };
}

/** The limits of accounts are not what is tested. */
async function openLimits({ callers }: LoadRun): Promise<void> {
  const plenty = { no_plan: 1_000_000_000, plan: 1_000_000_000, enterprise: 1_000_000_000 };
  const some = { no_plan: 100_000, plan: 100_000, enterprise: 100_000 };
  const changes = {
    ...{ free_answers_per_day: plenty, jobs_open_max: some, job_rows_kept_max: plenty },
    job_mib_kept_max: { no_plan: 100_000, plan: 100_000, enterprise: 100_000 },
  };
  const answer = await callers.insist(
    {
      method: 'PATCH',
      path: '/api/v1/admin/platform',
      body: { changes, reason: 'A test', expected_version: 0 },
    },
    0,
  );
  if (answer.status !== 200) throw new Error(answer.text);
}

interface LoadParts {
  size: Size;
  purchases: Purchases;
  api: ReturnType<typeof openApi>;
}

async function startLoad(run: LoadRun, cast: Cast, { size, purchases, api }: LoadParts): Promise<void> {
  const { lookers, ofJobs, watched, kept, imported, lastChange } = cast;
  const grants = async () => {
    const dice = run.dice('grants');
    for (let at = 0; !run.isOver(); at += 1) {
      await grant(run, dice.pick(lookers), at, {
        idempotencyKey: `grant ${at}`,
        credits: 1 + dice.below(100),
      });
      await sleep(200);
    }
  };
  await Promise.all([
    lookUp(run, lookers, size.lookupLanes, kept),
    runJobs(run, ofJobs, size.jobLanes, size.jobRows),
    useFewAccounts(run, watched, { calls: size.calls, pauseMs: size.callPauseMs }),
    importPeople(run, imported),
    leave(run, api),
    changeSettings(run, lastChange),
    purchases.buy(),
    grants(),
  ]);
}

/** Each call to one API process or the other. */
function openApi({ api }: Stage) {
  let calls = 0;
  return { call: (path: string, init?: RequestInit) => api[calls++ % api.length]!.program.call(path, init) };
}

async function check(
  stage: Stage,
  run: LoadRun,
  cast: Cast,
  purchases: Purchases,
  say: (line: string) => void,
): Promise<string[]> {
  const { database } = stage;
  const before = run.faults.length;
  await repeatSome(run, cast.kept);
  const accounts = [...cast.lookers, cast.ofJobs, ...cast.watched.map(({ account }) => account)];
  const faults: string[] = [];
  for (const account of accounts) faults.push(...(await faultsInAccount(database, run.callers, account)));
  faults.push(...(await faultsInImports(database, run, cast.imported)));
  faults.push(...(await faultsInSettings(run, cast.lastChange)));
  faults.push(...faultsInHistories(cast.watched, say));
  faults.push(...(await faultsInPurchases(stage, purchases, say)));
  faults.push(...(await faultsInLedger(database)));
  faults.push(...(await faultsInOptOuts(run, cast.lookers[0]!)));
  return [...run.faults.slice(before), ...faults];
}

async function faultsInPurchases(
  { database, razorpay }: Stage,
  purchases: Purchases,
  say: (line: string) => void,
) {
  const environment = { ...razorpay.environment, VENDOR_STAND_INS: 'on', SAMPLE_INVOICES: 'on' };
  // So that nothing is too young to be repaired.
  const clock = { now: () => new Date(Date.now() + 10 * minuteMs) };
  await using night = await testService({ database, environment, clock });
  return await purchases.settle(night, say);
}

const acknowledgedKinds = ['lookups', 'items of jobs'];
/** Paid work that was acknowledged: lookups and items of jobs. */
export const operationsOf = ({ counts }: LoadRun): number =>
  acknowledgedKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);

function tellNowAndThen(run: LoadRun, say: (line: string) => void): NodeJS.Timeout {
  const startedMs = performance.now();
  return setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    say(`${seconds} s: ${operationsOf(run)} operations acknowledged`);
  }, 15_000);
}

function sayCounts(run: LoadRun, faults: ReadonlyMap<string, number>, say: (line: string) => void): void {
  const { unanswered, unavailable } = run.callers.counts;
  say(`${operationsOf(run)} operations acknowledged: ${JSON.stringify(run.counts)}`);
  say(
    `${unanswered} calls without an answer, ${unavailable} refused for the moment; all were repeated or are counted as given up`,
  );
  const all = [...faults].sort(([one], [other]) => one.localeCompare(other, 'en'));
  say(
    `${all.reduce((sum, [, times]) => sum + times, 0)} faults: ${all.map(([name, times]) => `${name} ${times}`).join(', ')}`,
  );
}
