import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** Runs a test of several processes behind nginx, with whole numbers as options. Prints each fault. */
export async function command<Name extends string>(
  script: string,
  defaults: Readonly<Record<Name, number>>,
  run: (options: Record<Name, number> & { say(line: string): void }) => Promise<string[]>,
): Promise<void> {
  const names = Object.keys(defaults) as Name[];
  const usage = `npm run ${script} -- ${names.map((name) => `[--${name} N]`).join(' ')}`;
  const given = (name: Name, text: string | undefined): number => {
    if (text === undefined) return defaults[name];
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new Error(`--${name} is a whole number.\n${usage}`);
  };
  try {
    if (spawnSync('nginx', ['-v']).error)
      throw new Error('This test needs nginx on the PATH. On Debian: apt-get install nginx-light');
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    const { values } = parseArgs({ options });
    const numbers = Object.fromEntries(
      names.map((name) => [name, given(name, values[name] as string | undefined)]),
    );
    const faults = await run({ ...(numbers as Record<Name, number>), say: console.log });
    for (const fault of faults) console.log(fault);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
