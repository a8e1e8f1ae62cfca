/** All that is measured, in order: first while suppressed people are still in the directory, then after they have been erased. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import type { BenchServer } from '../bench-server.ts';
import { startProgram } from '../programs.ts';
import { say } from '../say.ts';
import {
  agentDoor,
  type Door,
  extensionDoor,
  fetchedDoor,
  findDoor,
  freshDoor,
  internalDoor,
  mailedOptOutDoor,
  pagesDoor,
  profileOptOutDoor,
  repeatedDoor,
} from './doors.ts';
import { observeJobs } from './jobs.ts';
import { observe, warming } from './observe.ts';
import { type Verdict, verdictOn } from './verdict.ts';

export interface Place {
  name: string;
  /** How many people it needs. */
  people: number;
  measure(people: readonly number[]): Promise<Verdict[]>;
}

interface PlacesOptions {
  server: BenchServer;
  /** The address of an API process without sources. */
  api: string;
  /** At each door. */
  answers: number;
}

/** The part of the answers at doors that take long. */
const slowPart = 0.1;

export function openPlaces({ server, api, answers }: PlacesOptions): Place[] {
  const people = Math.ceil(answers / 2);
  const at = (name: string, open: () => Promise<Door> | Door, part = 1): Place => ({
    name,
    people: Math.ceil(people * part) + warming,
    measure: async (some) => verdictsAt(await open(), some),
  });
  const pages = () => startProgram('src/main.ts', { ...server.environment, ROLE: 'web', API_URL: api });
  return [
    at('find', () => findDoor(api)),
    at('fresh', () => freshDoor(api)),
    at('repeated', () => repeatedDoor(api)),
    at('fetched', () => fetchedDoor(api)),
    at('internal', () => internalDoor(api)),
    at('mcp', () => agentDoor(api)),
    at('extension', () => extensionDoor(api), 0.5),
    at('pages', async () => pagesDoor(api, (await pages()).url), 0.5),
    at('opt-out by mail', () => mailedOptOutDoor(api), slowPart),
    at('opt-out by profile', () => profileOptOutDoor(api), slowPart),
    at('sources', () => sourcesDoor(server), 0.3),
    at('erased', () => erasedDoor(server, api)),
    {
      name: 'jobs',
      people: Math.ceil(people * slowPart),
      measure: async (some) => [verdictOn('a bulk job of one profile', await jobsOf(server, api, some))],
    },
  ];
}

async function verdictsAt(door: Door, people: readonly number[]): Promise<Verdict[]> {
  const { first, again } = await observe(door, people);
  return [verdictOn(`${door.name}, the first time`, first), verdictOn(`${door.name}, again`, again)];
}

async function sourcesDoor(server: BenchServer): Promise<Door> {
  const { environment } = await openStandIns();
  const { url } = await startProgram('src/main.ts', {
    ...server.environment,
    ...environment,
    ...{ ROLE: 'api', VENDOR_STAND_INS: 'on', SOURCES: 'prospeo' },
  });
  return findDoor(url, 'POST /api/v1/find with a paid source');
}

async function erasedDoor(server: BenchServer, api: string): Promise<Door> {
  await eraseAll(server);
  return findDoor(api, 'POST /api/v1/find after the erasure');
}

async function jobsOf(server: BenchServer, api: string, people: readonly number[]) {
  await eraseAll(server);
  return observeJobs(api, people);
}

let hasWorker = false;

/** The worker erases what is suppressed, so it isn't there before. */
async function eraseAll({ pool, environment }: BenchServer): Promise<void> {
  if (!hasWorker) await startProgram('src/main.ts', { ...environment, ROLE: 'worker' });
  hasWorker = true;
  for (;;) {
    const { rows } = await pool.query(
      'select count(*)::int as left from suppression where erased_at is null',
    );
    if (rows[0].left === 0) return;
    say(`${rows[0].left} left to erase`);
    await sleep(5000);
  }
}
