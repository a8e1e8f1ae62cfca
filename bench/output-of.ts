import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { interruption } from './interruption.ts';
import { PlainError } from './plain-error.ts';

/** All that a program says about `input`. Fails with it when the program ends badly or isn't installed. */
export function outputOf(
  program: string,
  options: string[],
  environment: NodeJS.ProcessEnv = {},
  input: Iterable<string> = [],
): Promise<string> {
  const child = spawn(program, options, { env: { ...process.env, ...environment }, signal: interruption });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  // Why a program stops reading is what it says.
  pipeline(Readable.from(input), child.stdin).catch(() => {});
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        interruption.aborted
          ? interruption.reason
          : new PlainError(`${program} can't be run: is it installed and on the PATH?`, { cause }),
      ),
    );
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new PlainError(`${program} failed:\n${said}`)),
    );
  });
}

/** Fails before anything is measured. Both programs come with PostgreSQL's own packages. */
export async function requirePostgresPrograms(): Promise<void> {
  for (const program of ['psql', 'pgbench']) {
    await outputOf(program, ['--version']).catch((cause) => {
      throw new PlainError(
        `The bench needs ${program}, of PostgreSQL's own packages: \`apt install postgresql\` or \`brew install postgresql\`.`,
        { cause },
      );
    });
  }
}
