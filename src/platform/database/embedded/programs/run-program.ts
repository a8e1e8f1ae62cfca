import { spawn } from 'node:child_process';
import type { Account } from '../placement/account.ts';

export interface Outcome {
  code: number | null;
  output: string;
}

const keptVariables = ['PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP', 'ComSpec'];

/** Removes PGPORT, PGDATA and the like, which affect the server, and the locale, which translates its messages. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = keptVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a program to its end as the given account. Rejects only if it can't start. */
export function runProgram(file: string, args: string[], account: Account, cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(account.uid === null ? {} : { uid: account.uid, gid: account.gid ?? account.uid }),
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString().trim() }));
  });
}

const isFull = /No space left on device|Disk quota exceeded/;

/** Why a program of PostgreSQL failed in a folder: one sentence if its disk is full, else what the program printed. */
export const programFailure = (what: string, folder: string, output: string): Error =>
  new Error(
    isFull.test(output)
      ? `The disk of ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`
      : `${what} in ${folder}: ${output}`.trim(),
  );
