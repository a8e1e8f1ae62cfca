import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#core/environment.ts';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

/** The configuration, from the environment and from `.env` in the working folder. The environment takes precedence. */
export function readEnvironment(): Config {
  if (isReadable('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/** False if the file doesn't exist. */
function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new StartupError(`${resolve(file)} ${reasons[code] ?? `can't be read (${code}).`}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES:
    "can't be read by the user that runs this process. Make that user its owner, or let its group read it.",
  EISDIR: 'is a folder. Remove it: .env must be a file with one NAME=value per line.',
};
