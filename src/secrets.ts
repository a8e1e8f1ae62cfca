import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  internal_secret: string;
  admin_secret: string;
  suppression_pepper: string;
}

/**
 * The secrets in force: those of the environment, else those generated on the first start into `DATA_DIR/secrets.json`
 * (mode 0600). `generated` tells that this was the first start, the only time they are shown.
 */
export async function openSecrets(
  config: Config,
): Promise<{ secrets: Secrets; generated: boolean; file: string }> {
  const file = join(config.DATA_DIR, 'secrets.json');
  const stored = await readStored(file);
  const secrets: Secrets = {
    internal_secret: config.INTERNAL_SECRET || stored?.internal_secret || generateSecret(),
    admin_secret: config.ADMIN_SECRET || stored?.admin_secret || generateSecret(),
    suppression_pepper: config.SUPPRESSION_PEPPER || stored?.suppression_pepper || generateSecret(),
  };
  const given = config.INTERNAL_SECRET && config.ADMIN_SECRET && config.SUPPRESSION_PEPPER;
  const generated = !given && stored === null;
  if (generated) {
    await mkdir(config.DATA_DIR, { recursive: true });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  return { secrets, generated, file };
}

const generateSecret = () => randomBytes(24).toString('base64url');

async function readStored(file: string): Promise<Partial<Secrets> | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} can't be read as JSON; repair it or move it away`, { cause: error });
  }
}
