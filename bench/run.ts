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
import { PlainError, runBench } from './plain-error.ts';
import { measureRounds, type Size } from './rounds.ts';
import { rowsOf } from './rows.ts';
import { say } from './say.ts';
import { asMarkdown, asText } from './table.ts';

const profilesMin = 1_000;
const quickNote = 'A quick run says whether everything works, not how fast it is.';

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

await runBench(async () => {
  const options = optionsOf(process.argv.slice(2));
  const size = { ...(options.quick ? quick : whole), ...options.larger };
  const machine = await describeMachine();
  say(machine);
  await requirePostgresPrograms();
  try {
    await installBetterAuth();
    const imports = await importBesideCopy(size.imported, size.rounds);
    const directories = await compareDirectories(size);
    const rows = rowsOf(await measureRounds(size), directories, imports, size);
    const notes = options.quick ? `${machine} ${quickNote}` : machine;
    console.log(options.markdown ? `${notes}\n\n${asMarkdown(rows)}` : `\n${notes}\n\n${asText(rows)}\n`);
    if (!options.markdown)
      console.log('docs/performance.md says what the lines mean, and why aims are not reached.');
  } finally {
    await removeBetterAuth();
  }
});

interface Options {
  quick: boolean;
  markdown: boolean;
  larger: Partial<Size>;
}

/** Called before anything is measured. */
function optionsOf(given: string[]): Options {
  const known = {
    quick: { type: 'boolean' },
    markdown: { type: 'boolean' },
    profiles: { type: 'string' },
  } as const;
  const refuse = (reason: string): never => {
    throw new PlainError(
      `${reason}\nOptions: --quick, --markdown, --profiles NUMBER. docs/performance.md describes them.`,
    );
  };
  const parse = () => {
    try {
      return parseArgs({ options: known, args: given }).values;
    } catch (error) {
      return refuse((error as Error).message);
    }
  };
  const { quick = false, markdown = false, profiles } = parse();
  if (profiles === undefined) return { quick, markdown, larger: {} };
  const large = Number(profiles);
  if (!Number.isInteger(large) || large < profilesMin)
    refuse(`--profiles takes a whole number from ${profilesMin}.`);
  return { quick, markdown, larger: { large } };
}
