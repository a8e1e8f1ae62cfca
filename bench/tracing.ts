/**
 * `npm run bench:tracing`: what tracing adds to a paid lookup. Services without a collector, with one and its default sampling, and
 * with every trace recorded are loaded in turn, and each is compared with the one without in the same round. A second one without
 * shows how much is noise. `--before FILE` adds a service from before a change, by its src/main.ts.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { type Costs, measure } from './costs.ts';
import { liftFreeLimit, makeKey } from './keys.ts';
import { describeMachine } from './machine.ts';
import { runBench } from './plain-error.ts';
import { median, startProgram } from './programs.ts';
import { say } from './say.ts';
import { seedDirectory, warmDirectory } from './seed.ts';
import { crowd, finds } from './subjects.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '21' }, before: { type: 'string' } },
});
const rounds = Number(values.rounds);
const profiles = 20_000;

await runBench(async () => {
  say(await describeMachine());
  await onBenchServer(bench, (server) => seedDirectory(server, profiles));
});

async function bench({ pool, environment }: BenchServer): Promise<void> {
  await warmDirectory(pool);
  const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const on = { ...environment, ROLE: 'api', OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const started = {
    off: await startProgram('src/main.ts', { ...environment, ROLE: 'api' }),
    'off, a second one': await startProgram('src/main.ts', { ...environment, ROLE: 'api' }),
    ...(values.before && { before: await startProgram(values.before, { ...environment, ROLE: 'api' }) }),
    'default sampling': await startProgram('src/main.ts', on),
    'every trace': await startProgram('src/main.ts', { ...on, OTEL_TRACES_SAMPLER: 'always_on' }),
  };
  await liftFreeLimit(started.off.url);
  const request = finds([await makeKey(started.off.url, 'hot')], profiles);
  const load = (at: { url: string; pid: number }, seconds: number) =>
    measure(
      { url: at.url, connections: crowd, request, requests: 20_000, seconds },
      { database: pool, pid: at.pid, credits: 1 },
    );
  const costs: Record<string, Costs[]> = {};
  const names = Object.entries(started);
  for (const [, program] of names) await load(program, 3);
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    // Each is first as often as the others: one that follows itself measured 5% more.
    for (const [name, program] of [...names.slice(first), ...names.slice(0, first)])
      costs[name] = [...(costs[name] ?? []), await load(program, 2)];
  }
  for (const [name, list] of Object.entries(costs)) {
    const ratio = (of: (one: Costs) => number) =>
      median(list.map((one, at) => of(one) / of(costs.off![at]!)));
    const total = ratio(({ serviceUs, databaseUs }) => serviceUs + databaseUs);
    const service = ratio(({ serviceUs }) => serviceUs);
    say(
      `${name}: ${median(list.map(({ serviceUs }) => serviceUs)).toFixed(1)} µs in the service (${service.toFixed(3)}), with PostgreSQL ${total.toFixed(3)}`,
    );
  }
  collector.close();
}
