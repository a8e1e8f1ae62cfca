import { setTimeout as sleep } from 'node:timers/promises';
import { openDice } from '../fuzz/dice.ts';
import { insist } from '../payments/insist.ts';
import { openKiller } from '../payments/killer.ts';
import { inLanes } from '../payments/lanes.ts';
import { testDatabase } from '../support/database.ts';
import { openProgram } from '../support/program.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export interface EventsOptions {
  seed: number;
  /** About how many. */
  events: number;
  kills: number;
  accounts: number;
  /** How many of a thousand requests to some of the addresses fail. They are tried again a minute later. */
  failing: number;
  tell(text: string): void;
}

const link = 'https://www.linkedin.com/in/events-example';

/**
 * Each account raises its two budgets by a credit and spends it, again and again, which makes an event each time. An API process and a
 * worker are killed in the meantime. Then the person opts out. In the end each endpoint must have got each event, and those of each budget in order.
 * Gives what is wrong.
 */
export async function runEvents(options: EventsOptions): Promise<string[]> {
  const { seed, accounts, failing, tell } = options;
  const dice = openDice(seed);
  await using database = await testDatabase();
  await using receiver = await openReceiver(dice, failing);
  const environment = {
    DATABASE_URL: database.url,
    SITE_STAND_INS: `https://hooks.example.com=${receiver.origin}`,
    VENDOR_STAND_INS: 'on',
  };
  await using api = openProgram({ ...environment, ROLE: 'api', LOG_LEVEL: 'silent' });
  await using worker = openProgram({ ...environment, ROLE: 'worker', LOG_LEVEL: 'info' });
  await Promise.all([api.start(), worker.start()]);
  const service = { api, database };

  await api.call('/api/v1/admin/directory/imports?file_name=events.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `profile_url,email\n${link},events@example.com\n`,
  });
  const holders = Array.from({ length: accounts }, (_, number) => `events-${number}`);
  const paths = new Map<string, string[]>();
  for (const [number, account_id] of holders.entries()) {
    const key = {
      email: `${account_id}@example.com`,
      account_id,
      credits: 1_000_000,
      rate_limit_per_min: 100_000,
    };
    await insist(service, '/api/v1/keys/create', { body: key });
    // One account has a slow server too, which must delay no other.
    const kinds = number === 0 ? ['quick', 'slow'] : [number % 4 === 1 ? 'flaky' : 'quick'];
    const own = kinds.map((kind) => `/${account_id}/${kind}`);
    for (const path of own) {
      const url = `${receiver.origin}${path}`;
      const body = { url, events: ['budget.reached', 'person.opted_out'] };
      const made = await insist<{ secret: string }>(service, `/internal/webhooks/${account_id}/endpoints`, {
        body,
      });
      receiver.secrets.set(path, made.secret);
    }
    paths.set(account_id, own);
  }

  const rounds = Math.ceil(options.events / accounts / 2);
  const calm = Math.max(5, Math.floor(rounds / 10));
  const killer = openKiller({ api, worker }, dice, {
    pulses: (rounds - calm) * accounts,
    kills: options.kills,
  });
  /** Spends the last credit of both budgets. */
  const live = async (account_id: string, round: number) => {
    for (const period of ['day', 'month'])
      await insist(service, `/internal/budgets/${account_id}`, {
        body: { period, credits: round, time_zone: noonZone },
      });
    await insist(service, '/internal/find', {
      body: { account_id, profile_url: link },
      key: `${account_id}-${round}`,
    });
  };
  await inLanes(accounts, holders, async (account_id) => {
    for (let round = 1; round <= calm; round += 1) await live(account_id, round);
  });
  await drained(receiver, paths, calm);
  const late = [...receiver.accepted]
    .filter(([path]) => path.endsWith('/quick'))
    .flatMap(([, of]) => of.map(({ lateMs }) => lateMs))
    .toSorted((one, other) => one - other);
  const p99 = late[Math.floor(late.length * 0.99)]!;
  tell(
    `from commit to first attempt: p50 ${late[Math.floor(late.length / 2)]} ms, p99 ${p99} ms (${late.length} events)`,
  );

  await inLanes(accounts, holders, async (account_id) => {
    for (let round = calm + 1; round <= rounds; round += 1) {
      await live(account_id, round);
      killer.pulse();
    }
  });
  const killed = await killer.rest();
  await insist(service, '/api/v1/admin/suppressions', {
    body: { profile_url: link, reason: 'asked by letter' },
  });
  await drained(receiver, paths, rounds);
  await until(() => receiver.optOuts.size === [...paths.values()].flat().length);
  tell(`from an opt-out to its first attempt: at most ${Math.max(...receiver.optOuts.values())} ms`);
  const received = [...receiver.accepted.values()].flat();
  const repeats = received.length - new Set(received.map(({ message }) => message)).size;
  tell(`${received.length} messages accepted, ${repeats} of them repeats, kills: ${JSON.stringify(killed)}`);
  return [
    ...receiver.forged.map((one) => `a signature is wrong: ${one}`),
    ...faultsIn(receiver, paths, rounds),
  ];
}

/** Where it is about noon now, so that no budget starts again during the run. */
const noonZone = zoneAtNoon(new Date().getUTCHours());

function zoneAtNoon(hourInUtc: number): string {
  const west = hourInUtc - 12;
  return west === 0 ? 'Etc/GMT' : `Etc/GMT${west > 0 ? '+' : ''}${west}`;
}

const isSlow = (path: string) => path.endsWith('/slow');

/** Longer than the pause after a failed attempt, several times. */
const patienceMs = 8 * 60_000;

/** Waits until every address but the slow ones has got what was sent. */
async function drained(
  receiver: Receiver,
  paths: ReadonlyMap<string, string[]>,
  rounds: number,
): Promise<void> {
  const quick = [...paths.values()].flat().filter((path) => !isSlow(path));
  const hasAll = (path: string) =>
    new Set(receiver.accepted.get(path)?.map(({ message }) => message)).size >= rounds * 2;
  await until(() => quick.every(hasAll));
}

/** Waits for what is checked afterwards. */
async function until(isSo: () => boolean): Promise<void> {
  const endsMs = performance.now() + patienceMs;
  while (!isSo() && performance.now() < endsMs) await sleep(100);
}

function faultsIn(receiver: Receiver, paths: ReadonlyMap<string, string[]>, rounds: number): string[] {
  const faults: string[] = [];
  for (const path of [...paths.values()].flat()) {
    const seen = new Set<string>();
    const last = new Map<string, number>();
    for (const { message, subject, credits } of receiver.accepted.get(path) ?? []) {
      if (seen.has(message)) continue;
      seen.add(message);
      const before = last.get(subject) ?? 0;
      // A budget is raised by one at a time, so a gap is an event that was overtaken or lost.
      if (credits !== before + 1) faults.push(`${path}: ${subject} got ${credits} after ${before}`);
      last.set(subject, credits);
    }
    if (!isSlow(path) && seen.size !== rounds * 2)
      faults.push(`${path}: ${seen.size} of ${rounds * 2} events`);
    if (seen.size === 0) faults.push(`${path}: got nothing`);
    if (!receiver.optOuts.has(path)) faults.push(`${path}: does not know of the opt-out`);
  }
  return faults;
}
