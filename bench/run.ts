/**
 * `npm run bench`: one table of what the service does a second, what each answer costs, and how that compares with a bare Fastify
 * route, with pgbench, with COPY and with better-auth. All of it is measured in turn on one machine, round after round, with durable
 * writes; the table has the medians. Only ratios carry over to another machine.
 *
 *   npm run bench -- --quick        two minutes; says whether something broke, not how fast it is
 *   npm run bench -- --markdown     for docs/performance.md
 *   npm run bench -- --profiles 10000000
 */
import { parseArgs } from 'node:util';
import { installBetterAuth, removeBetterAuth } from './better-auth.ts';
import { compareDirectories } from './directory-sizes.ts';
import { importBesideCopy } from './import-beside-copy.ts';
import { describeMachine } from './machine.ts';
import { requirePostgresPrograms } from './output-of.ts';
import { measureRounds, type Size } from './rounds.ts';
import { rowsOf } from './rows.ts';
import { say } from './say.ts';
import { asMarkdown, asText } from './table.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    profiles: { type: 'string' },
  },
});

const whole: Size = {
  profiles: 1_000_000,
  small: 100_000,
  large: 1_000_000,
  seconds: 5,
  rounds: 3,
  jobItems: 10_000,
  imported: 50_000,
};
const quick: Size = {
  profiles: 20_000,
  small: 5_000,
  large: 20_000,
  seconds: 2,
  rounds: 1,
  jobItems: 1_000,
  imported: 3_000,
};

const size = { ...(values.quick ? quick : whole) };
if (values.profiles) size.large = Number(values.profiles);
if (!Number.isInteger(size.large) || size.large < 1_000)
  throw new Error('--profiles takes a whole number from 1000.');

const machine = await describeMachine();
say(machine);
await requirePostgresPrograms();
try {
  await installBetterAuth();
  const imports = await importBesideCopy(size.imported, size.rounds);
  const directories = await compareDirectories(size);
  const rows = rowsOf(await measureRounds(size), directories, imports, size);
  console.log(values.markdown ? `${machine}\n\n${asMarkdown(rows)}` : `\n${machine}\n\n${asText(rows)}\n`);
} finally {
  await removeBetterAuth();
}
