import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { openMailWebhook } from '../support/mail-webhook.ts';
import type { Program } from '../support/program.ts';
import { compareCosts } from './costs.ts';
import { type Way, wayOut } from './hide.ts';
import { findOnce, type Load, startLoad } from './load.ts';
import { fileOf } from './people.ts';
import {
  credits,
  givenAccountOf,
  type Installation,
  type OpenCell,
  openCells,
  openInstallation,
} from './shape.ts';

interface Run {
  people: number;
  /** People who leave while both cells run. */
  leaving: number;
  /** Lookups for each measurement of the costs. */
  lookups: number;
  say(line: string): void;
}

const ways: readonly Way[] = ['opt-out', 'email', 'profile'];

/** A directory and two cells. Returns what went wrong, a line for each. */
export async function runCells({ people, leaving, lookups, say }: Run): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'contactry-cells-'));
  await chmod(folder, 0o711);
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const webhook = stack.use(await openMailWebhook());
  const importInto = (program: Program) => importPeople(program, people);
  const mails = { MAIL_WEBHOOK_URL: webhook.url, MAIL_WEBHOOK_SECRET: webhook.secret };
  const { home, cells } = await openCells(folder, stack, { names: ['cell_a', 'cell_b'], importInto, mails });
  const [first, second] = cells as [OpenCell, OpenCell];
  const faults: string[] = [];
  const expect = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  say(`a directory of ${people} people and two cells`);
  await refusesWrites(first, expect);

  const confirmed = new Map<number, number>();
  const loads = cells.map((cell) => startLoad(cell, people, confirmed));
  stack.defer(async () => void (await Promise.all(loads.map((load) => load.stop()))));
  const hide = async (number: number, leave: () => Promise<Response>) => {
    const sentMs = performance.now();
    const response = await leave();
    if (response.ok) confirmed.set(number, performance.now());
    return { response, ms: performance.now() - sentMs };
  };
  /** Sends it again until it is confirmed, as people do. Returns how long the last try took. */
  const insist = (number: number, leave: () => Promise<Response>) =>
    eventually(async () => {
      const { response, ms } = await hide(number, leave);
      assert.ok(response.ok, await response.text());
      return ms;
    }, 300);
  let next = 0;

  const took: number[] = [];
  for (; next < leaving; next += 1) {
    took.push(await insist(next, await wayOut(home.program, next, ways[next % ways.length]!)));
  }
  say(`${leaving} people left under load: ${timesOf(took)} until confirmed`);

  for (const [what, cutOff, rejoin] of [
    ['the replication of cell_b is paused', pause(second), resume(second)],
    ['the server of cell_b is stopped', () => second.server.stop(), () => second.server.start()],
  ] as const) {
    await cutOff();
    const number = next++;
    const leave = await wayOut(home.program, number, 'opt-out');
    const unconfirmed = await hide(number, leave);
    const text = await unconfirmed.response.text();
    expect(
      unconfirmed.response.status === 503 && text.includes('in force everywhere'),
      `while ${what}, an opt-out was answered ${unconfirmed.response.status} ${text}`,
    );
    expect(!(await isShown(first, number)), `while ${what}, cell_a still shows the person`);
    await rejoin();
    const again = await insist(number, leave);
    say(
      `while ${what}: 503 after ${Math.round(unconfirmed.ms)} ms; confirmed once it is back (${Math.round(again)} ms)`,
    );
    for (const cell of cells) expect(!(await isShown(cell, number)), `${cell.name} shows person ${number}`);
  }

  const killed = next;
  const crowd = Math.ceil(leaving / 4);
  next += crowd;
  const leaves = await Promise.all(
    Array.from({ length: crowd }, (_, at) => wayOut(home.program, killed + at, ways[at % ways.length]!)),
  );
  const kills = (async () => {
    await sleep(150);
    await first.server.kill();
    await sleep(500);
    await first.server.start();
  })();
  for (const [at, leave] of leaves.entries()) {
    await insist(killed + at, leave);
  }
  await kills;
  say(`cell_a's server was killed and started again while ${crowd} people left: all confirmed`);
  await sleep(2_000);

  await Promise.all(loads.map((load) => load.stop()));
  for (const load of loads) faults.push(...load.faults);
  for (const [at, cell] of cells.entries()) await proveBooks(cell, loads[at]!, expect, say);
  await sameEverywhere(home, cells, expect, say);

  const alone = await openInstallation(join(folder, 'alone'), stack, {});
  await importPeople(alone.program, people);
  const { program, server } = alone;
  const single = {
    name: 'a single installation',
    url: () => program.url(),
    ...alone,
    ...(await givenAccountOf(server)),
  };
  for (const line of await compareCosts(single, first, { from: next, people, lookups })) say(line);
  say(await timeAlone(alone, people));
  return faults;
}

const timesOf = (ms: number[]): string => {
  const sorted = [...ms].sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1]!);
  return `${at(0.5)} ms at the median, ${at(1)} ms at most`;
};

async function importPeople(program: Program, people: number): Promise<void> {
  const headers = { 'content-type': 'text/csv' };
  const path = '/api/v1/admin/directory/imports';
  const answer = await program.call(path, { method: 'POST', body: fileOf(people), headers });
  assert.ok(answer.ok, await answer.text());
}

async function refusesWrites({ program }: OpenCell, expect: Expect): Promise<void> {
  const body = JSON.stringify({ email: 'asha@asha.example.com', reason: 'A test' });
  const answer = await program.call('/api/v1/admin/suppressions', { method: 'POST', body });
  const text = await answer.text();
  expect(answer.status === 409 && text.includes('directory_elsewhere'), `a cell takes changes: ${text}`);
}

type Expect = (isRight: boolean, fault: string) => void;

const pause =
  ({ name, server }: OpenCell) =>
  () =>
    server.ask(`alter subscription ${name} disable`);
const resume =
  ({ name, server }: OpenCell) =>
  () =>
    server.ask(`alter subscription ${name} enable`);

async function isShown(cell: OpenCell, number: number): Promise<boolean> {
  const found = await eventually(async () => {
    const answer = await findOnce(cell, number, new Map(), randomUUID());
    assert.ok(typeof answer !== 'string', String(answer));
    return answer;
  }, 100);
  return found.isShown;
}

/** The credits that are left, and the proof of the ledger. */
async function proveBooks({ name, server, account }: OpenCell, load: Load, expect: Expect, say: Run['say']) {
  const [books] = await server.ask(
    `select (select sum(spent) from credit_lot where account = ${account})::int as spent,
      (select count(*) from credit_reconcile())::int as mismatches`,
  );
  const { spent, mismatches } = books as { spent: number; mismatches: number };
  // `isShown` paid for nothing, because it found no one.
  expect(spent === load.paid(), `${name}: ${load.paid()} lookups were paid with ${spent} credits`);
  expect(mismatches === 0, `${name}: the ledger doesn't balance`);
  expect(spent < credits && load.paid() > 0, `${name}: nothing was paid`);
  say(
    `${name}: ${load.answered()} answers, ${load.paid()} paid, ${load.repeated()} repeats; the ledger balances`,
  );
}

/** Once everything has arrived: the same people, and the same list. */
async function sameEverywhere(home: Installation, cells: OpenCell[], expect: Expect, say: Run['say']) {
  const summary = `select
    (select md5(string_agg(key::text || coalesce(because_of::text, ''), ',' order by key)) from suppression) as list,
    (select md5(string_agg(profile_hash::text || version, ',' order by profile_hash)) from directory_profile) as profiles,
    (select count(*)::int from suppression) as entries`;
  const [kept] = await home.server.ask(summary);
  for (const { name, server } of cells) {
    await eventually(
      async () => assert.deepEqual((await server.ask(summary))[0], (await home.server.ask(summary))[0]),
      500,
    ).catch(() => expect(false, `${name} has other people than the directory`));
  }
  say(`the same profiles and the same ${kept!.entries} entries of the list everywhere`);
}

/** How long a suppression takes where no cell has to confirm it. */
async function timeAlone({ program }: Installation, people: number): Promise<string> {
  const took: number[] = [];
  for (let number = people - 40; number < people; number += 1) {
    const leave = await wayOut(program, number, ways[1 + (number % 2)]!);
    const startMs = performance.now();
    assert.ok((await leave()).ok);
    took.push(performance.now() - startMs);
  }
  return `a suppression in a single installation without load: ${timesOf(took)}`;
}
