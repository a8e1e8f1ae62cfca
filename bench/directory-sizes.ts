/** Lookups in a large directory beside those in a small one. Each has a server to itself, with the same settings and the same past. */
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { type Costs, measure, medianCosts } from './costs.ts';
import { makeKey } from './keys.ts';
import { startProgram } from './programs.ts';
import { say } from './say.ts';
import { seedDirectory, warmDirectory } from './seed.ts';
import { crowd, finds } from './subjects.ts';
import { verifyLedger } from './verify-ledger.ts';

export interface DirectorySizes {
  small: Costs;
  large: Costs;
}

export interface SizesToCompare {
  small: number;
  large: number;
  /** Duration of each load. */
  seconds: number;
  rounds: number;
}

export const compareDirectories = (sizes: SizesToCompare): Promise<DirectorySizes> =>
  withDirectory(sizes.small, (small) => withDirectory(sizes.large, (large) => compare(sizes, small, large)));

const withDirectory = <Result>(
  profiles: number,
  measure: (server: BenchServer) => Promise<Result>,
): Promise<Result> =>
  onBenchServer(measure, (server) => {
    say(`loading ${profiles.toLocaleString('en')} profiles`);
    return seedDirectory(server, profiles);
  });

async function compare(
  { seconds, rounds, ...profiles }: SizesToCompare,
  small: BenchServer,
  large: BenchServer,
): Promise<DirectorySizes> {
  const loads = {
    small: await loadOf(small, profiles.small),
    large: await loadOf(large, profiles.large),
  };
  for (const load of Object.values(loads)) await load(Math.min(2, seconds));
  const costs: Record<keyof DirectorySizes, Costs[]> = { small: [], large: [] };
  for (let round = 0; round < rounds; round += 1) {
    // The system may have given their memory to other programs since the last round.
    for (const { pool } of [small, large]) await warmDirectory(pool);
    // The second one may find a busier machine, so they take turns.
    const turns = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
    for (const size of turns) {
      const measured = await loads[size](seconds);
      costs[size].push(measured);
      say(`  ${profiles[size].toLocaleString('en')} profiles: ${measured.perSecond.toFixed(0)}/s`);
    }
    for (const { pool } of [small, large]) await verifyLedger(pool);
  }
  return { small: medianCosts(costs.small), large: medianCosts(costs.large) };
}

/** So that a load never begins again with its first requests, whose profiles PostgreSQL would have at hand. */
const findsPerSecondMax = 20_000;

async function loadOf({ pool, environment }: BenchServer, profiles: number) {
  const api = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });
  const request = finds([await makeKey(api.url, 'hot')], profiles);
  return (seconds: number): Promise<Costs> =>
    measure(
      { url: api.url, connections: crowd, request, seconds, requests: findsPerSecondMax * seconds },
      { database: pool, pid: api.pid, credits: 1 },
    );
}
