/**
 * `npm run bench:privacy`: whether an attacker who measures many answers can tell a suppressed person from one that no source knows. Asks
 * about both in random order at every door that says something about a person, and compares how long the answers take, how long they
 * are, and their headers and members. Half of the answers are to the first question about a person, half to the next.
 *
 * npm run bench:privacy -- --answers 100000 --door mcp
 */
import { parseArgs } from 'node:util';
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { liftLimits } from './keys.ts';
import { describeMachine } from './machine.ts';
import { runBench } from './plain-error.ts';
import { makePeople } from './privacy/people.ts';
import { openPlaces, type Place } from './privacy/places.ts';
import { sentenceOf, tableOf, type Verdict } from './privacy/verdict.ts';
import { startProgram } from './programs.ts';
import { say } from './say.ts';

const { answers, door: wanted } = parseArgs({
  options: { answers: { type: 'string', default: '100000' }, door: { type: 'string', default: '' } },
}).values;

await runBench(async () => {
  const machine = await describeMachine();
  say(machine);
  const verdicts = await onBenchServer(bench);
  console.log(`\n${machine}\n\n${tableOf(verdicts)}\n\n${verdicts.map(sentenceOf).join('\n')}`);
  process.exitCode = verdicts.some(({ faults }) => faults.length > 0) ? 1 : 0;
});

/** The people of a place are its own, so that what one door keeps about a person says nothing at another. */
async function bench(server: BenchServer): Promise<Verdict[]> {
  const api = await startProgram('src/main.ts', {
    ...server.environment,
    ROLE: 'api',
    // An attacker has many addresses.
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await liftLimits(api.url, {
    unearned_vendor_paise_per_day: { account: 1_000_000_000_000, all: 1_000_000_000_000 },
  });
  const places = openPlaces({ server, api: api.url, answers: Number(answers) }).filter(({ name }) =>
    name.includes(wanted),
  );
  await makePeople(
    api.url,
    places.reduce((sum, { people }) => sum + people, 0),
  );
  const verdicts: Verdict[] = [];
  let first = 0;
  for (const place of places) {
    verdicts.push(...(await measured(place, first)));
    first += place.people;
  }
  return verdicts;
}

async function measured({ name, people, measure }: Place, first: number): Promise<Verdict[]> {
  say(`${name} …`);
  const verdicts = await measure(Array.from({ length: people }, (_, at) => first + at));
  for (const verdict of verdicts) say(sentenceOf(verdict).slice(0, 500));
  return verdicts;
}
