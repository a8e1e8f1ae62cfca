/**
 * `npm run bench:latency`: how long a paid lookup takes at a steady rate, measured from the time at which it was due, so that a stall
 * counts for each request that waits behind it. First the rate that 256 callers reach who wait for their answers, then half a minute
 * each at 50, 70, 80 and 90 % of that, then `--minutes` (10) at 70 %, with checkpoints and vacuum on the way.
 */
import { parseArgs } from 'node:util';
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { liftFreeLimit, makeKey } from './keys.ts';
import { load } from './load.ts';
import { describeMachine } from './machine.ts';
import { type Latencies, openLoad } from './open-loop.ts';
import { runBench } from './plain-error.ts';
import { startProgram } from './programs.ts';
import { say } from './say.ts';
import { seedDirectory, warmDirectory } from './seed.ts';
import { crowd, finds } from './subjects.ts';
import { aimRow, asText, type Row } from './table.ts';
import { verifyLedger } from './verify-ledger.ts';

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } }).values;
const profiles = 1_000_000;
const requests = 20_000;
const parts = [0.5, 0.7, 0.8, 0.9];
const partSeconds = 30;
const longPart = 0.7;

await runBench(async () => {
  const machine = await describeMachine();
  say(machine);
  const text = await onBenchServer(bench, (server) => seedDirectory(server, profiles));
  console.log(`\n${machine}\n\n${text}\n`);
});

async function bench({ pool, environment }: BenchServer): Promise<string> {
  await warmDirectory(pool);
  const api = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });
  await liftFreeLimit(api.url);
  const request = finds([await makeKey(api.url, 'hot')], profiles);
  const how = { url: api.url, connections: crowd, request, requests };
  await load({ ...how, seconds: 2 });
  const { perSecond: knee } = await load({ ...how, seconds: 10 });
  say(`256 callers who wait: ${knee.toFixed(0)} lookups per second`);
  const rows: Row[] = [];
  for (const part of parts) rows.push(rowOf(part, partSeconds, await at(part * knee, partSeconds)));
  const seconds = Number(minutes) * 60;
  const long = await at(longPart * knee, seconds);
  await verifyLedger(pool);
  const ms = (percentile: number) => long.histogram.percentile(percentile) / 1000;
  rows.push(
    rowOf(longPart, seconds, long),
    aimRow({ name: 'p99', measured: ms(99), most: 25, unit: 'ms', digits: 1 }),
    aimRow({ name: 'p99.9', measured: ms(99.9), most: 60, unit: 'ms', digits: 1 }),
  );
  return `${asText(rows)}\n\n${histogramOf(long)}`;

  async function at(perSecond: number, forSeconds: number): Promise<Latencies> {
    say(`${perSecond.toFixed(0)} lookups per second for ${forSeconds} s`);
    return openLoad({ ...how, perSecond, seconds: forSeconds });
  }
}

function rowOf(part: number, seconds: number, { answers, histogram }: Latencies): Row {
  return {
    name: `find at ${part * 100} % of what 256 waiting callers reach, ${seconds} s`,
    costs: {
      perSecond: answers / seconds,
      p50Ms: histogram.percentile(50) / 1000,
      p99Ms: histogram.percentile(99) / 1000,
    },
  };
}

/** Each percentile of the long run, in milliseconds. */
function histogramOf({ histogram }: Latencies): string {
  const line = (percentile: number) =>
    `  ${String(percentile).padStart(5)} %  ${(histogram.percentile(percentile) / 1000).toFixed(1).padStart(8)} ms`;
  return [50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 100].map(line).join('\n');
}
