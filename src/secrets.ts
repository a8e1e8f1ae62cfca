import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  internal_secret: string;
  admin_secret: string;
  suppression_pepper: string;
}

export interface OpenSecrets {
  secrets: Secrets;
  /** Those that were made now: the only time they are shown. */
  generated: Partial<Secrets>;
  file: string;
}

/**
 * The secrets in force: those of the environment, else those in `DATA_DIR/secrets.json` (mode 0600), else new ones, which
 * are stored there. What the environment gives is stored nowhere.
 */
export async function openSecrets(config: Config): Promise<OpenSecrets> {
  const file = join(config.DATA_DIR, 'secrets.json');
  const stored = await readStored(file);
  const known: Secrets = {
    internal_secret: config.INTERNAL_SECRET || stored.internal_secret || '',
    admin_secret: config.ADMIN_SECRET || stored.admin_secret || '',
    suppression_pepper: config.SUPPRESSION_PEPPER || stored.suppression_pepper || '',
  };
  const missing = Object.keys(known).filter((name) => !known[name as keyof Secrets]);
  const generated: Partial<Secrets> = Object.fromEntries(missing.map((name) => [name, generateSecret()]));
  if (missing.length > 0) {
    await mkdir(config.DATA_DIR, { recursive: true });
    await writeFile(file, `${JSON.stringify({ ...stored, ...generated }, null, 2)}\n`, { mode: 0o600 });
  }
  return { secrets: { ...known, ...generated }, generated, file };
}

const generateSecret = () => randomBytes(24).toString('base64url');

async function readStored(file: string): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file} can't be read as JSON; repair it or move it away`, { cause: error });
  }
}
