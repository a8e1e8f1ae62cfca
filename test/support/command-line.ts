import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inherited } from './inherited.ts';
import { testSecrets } from './service.ts';

const program = join(import.meta.dirname, '../../bin/contactry.mjs');

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

export interface CommandLineOptions {
  /** In addition to PATH and HOME. Default: the tests' admin secret. */
  environment?: Record<string, string>;
  input?: string;
  whileRunning?: (kill: () => void) => void;
}

/** Runs the command line in a folder like a person would, but without a terminal. */
export function commandLine(folder: string, url?: string) {
  return (words: string[], options: CommandLineOptions = {}): Promise<Outcome> => {
    const { environment = { ADMIN_SECRET: testSecrets.admin_secret }, input = '', whileRunning } = options;
    const child = spawn(process.execPath, [program, ...words], {
      env: { ...inherited(), HOME: process.env.HOME, ...(url ? { CONTACTRY_URL: url } : {}), ...environment },
      cwd: folder,
    });
    const outcome: Outcome = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      outcome.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      outcome.err += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    whileRunning?.(() => child.kill('SIGINT'));
    return new Promise((resolve) => {
      child.on('close', (code) => resolve({ ...outcome, code }));
    });
  };
}
