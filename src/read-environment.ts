import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#core/environment.ts';
import { readConfig } from './config.ts';
import { StartRefused } from './start-refused.ts';

/** The configuration, from the environment and from `.env` of the working folder; a variable that is set goes before. */
export function readEnvironment(): Config {
  if (isReadable('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/** False when there is no such file. */
function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new StartRefused(`${resolve(file)} ${reasons[code] ?? `can't be read (${code}).`}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES:
    "can't be read by the user that runs this process. Give the file to that user, or let its group read it.",
  EISDIR: 'is a folder. Remove it: .env is a file with one NAME=value a line.',
};
