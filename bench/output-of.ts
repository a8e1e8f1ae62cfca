import { spawn } from 'node:child_process';

/** All that a program says. Fails with it when the program ends badly or isn't installed. */
export function outputOf(
  program: string,
  options: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(program, options, { env: { ...process.env, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`${program} can't be run. Install its package.`, { cause })),
    );
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${program} failed:\n${said}`)),
    );
  });
}
