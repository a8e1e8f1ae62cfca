import { cpuMsOf, cpuMsOfFamily } from '../../bench/cpu-time.ts';
import type { Cell } from './load.ts';
import { lookUpMany } from './load.ts';
import type { Installation } from './shape.ts';

type Measured = Cell & Installation;

interface Lookups {
  /** The first person that is still in the directory. */
  from: number;
  people: number;
  lookups: number;
}

interface Cost {
  service: number;
  postgresql: number;
  wal: number;
}

const rounds = 3;
const callers = 32;

/** Processor time and log of a paid lookup in a cell beside those in a single installation, in turn. */
export async function compareCosts(single: Measured, cell: Measured, given: Lookups): Promise<string[]> {
  const costs = new Map<Measured, Cost[]>([single, cell].map((one) => [one, []]));
  for (const one of costs.keys()) await costOf(one, given);
  for (let round = 0; round < rounds; round += 1) {
    for (const [one, list] of costs) list.push(await costOf(one, given));
  }
  const median = (one: Measured, of: keyof Cost) =>
    costs
      .get(one)!
      .map((cost) => cost[of])
      .sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  return (['service', 'postgresql', 'wal'] as const).map((of) => {
    const [beside, here] = [median(single, of), median(cell, of)];
    const unit = of === 'wal' ? 'bytes' : 'µs';
    return `a paid lookup in a cell, ${of}: ${here.toFixed(0)} ${unit}, ${(here / beside).toFixed(2)} × a single installation (${beside.toFixed(0)})`;
  });
}

async function costOf(one: Measured, { from, people, lookups }: Lookups): Promise<Cost> {
  const numbers = Array.from({ length: lookups }, (_, at) => from + (at % (people - from - 100)));
  // A checkpoint in the middle would log whole pages for one of the two alone.
  await one.server.ask('checkpoint');
  const before = await countsOf(one);
  await lookUpMany(one, numbers, callers);
  const after = await countsOf(one);
  return {
    service: ((after.serviceMs - before.serviceMs) / lookups) * 1000,
    postgresql: ((after.postgresqlMs - before.postgresqlMs) / lookups) * 1000,
    wal: (after.wal - before.wal) / lookups,
  };
}

async function countsOf({ program, server }: Measured) {
  const [row] = await server.ask(
    `select (select pid from pg_stat_activity where backend_type = 'checkpointer') as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  const { pid, wal } = row as { pid: number; wal: number };
  return { serviceMs: await cpuMsOf(program.pid()), postgresqlMs: await cpuMsOfFamily(pid), wal };
}
