import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { currentSecret } from '#core/environment.ts';
import { CommandFailed } from '../command-failed.ts';

/** The settings of the service on this machine that the command line needs. */
export interface LocalSettings {
  /** Addresses to try, the likeliest first. Empty if only the service knows its port. */
  urls: string[];
  /** Empty if it is in `secretsFile`. */
  adminSecret: string;
  secretsFile: string;
}

const project = join(import.meta.dirname, '../../../..');

type Environment = Readonly<Record<string, string | undefined>>;

/** The service's variables as it reads them: the environment beats `.env`, and DATA_DIR is relative to the service's folder. */
export function serviceEnvironment(
  environment: Environment = process.env,
  workingFolder = process.cwd(),
): Environment & { DATA_DIR: string } {
  const folder = serviceFolder(workingFolder);
  const file = environmentFile(folder);
  const given = environment.DATA_DIR?.trim();
  const dataDir = given ? resolve(workingFolder, given) : resolve(folder, file.DATA_DIR?.trim() || 'data');
  return { ...file, ...environment, DATA_DIR: dataDir };
}

export function localSettings(environment?: Environment, workingFolder?: string): LocalSettings {
  const found = serviceEnvironment(environment, workingFolder);
  const setting = (name: string) => found[name]?.trim() || '';
  const port = setting('PORT') || '8080';
  const local = port === '0' ? [] : [localUrl(setting('HOST'), port)];
  const named = setting('CONTACTRY_URL');
  const urls = named ? [named] : [...local, setting('PUBLIC_URL')].filter(Boolean);
  return {
    urls: urls.map((url) => url.replace(/\/+$/, '')),
    adminSecret: currentSecret(setting('ADMIN_SECRET')),
    secretsFile: join(found.DATA_DIR, 'secrets.json'),
  };
}

/** The address of a service on this machine. */
export function localUrl(host: string, port: number | string): string {
  const name = host === '' || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/**
 * The working folder if a service was started there, else the project's. Address and secret come from the same folder, so that
 * an unrelated `.env` can't redirect the project's secret.
 */
export function serviceFolder(workingFolder: string): string {
  const isStartedHere = ['.env', 'data/secrets.json'].some((name) => isThere(join(workingFolder, name)));
  return isStartedHere ? workingFolder : project;
}

function isThere(path: string): boolean {
  return textOf(path, () => '') !== null;
}

function environmentFile(folder: string): Readonly<Record<string, string | undefined>> {
  const path = join(folder, '.env');
  const text = textOf(path, (code) => {
    throw new CommandFailed(`${path} can't be read (${code}). Run the command as a user who may read it.`);
  });
  return parseEnv(text ?? '');
}

/** Null if the file doesn't exist. */
function textOf(path: string, otherwise: (code: string) => string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : otherwise(code);
  }
}
