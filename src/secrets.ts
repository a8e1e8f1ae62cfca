import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** Nothing only where there is nothing: what can't be read may hold the secrets that the database was made with. */
async function readStored(file: string): Promise<Partial<Secrets>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !(await isLink(file))) return {};
    throw new Error(`${file} ${unreadable[code] ?? `can't be read (${code}).`} ${nothingMade}`, { cause });
  }
  const stored = parsed(text);
  if (stored === null) {
    throw new Error(
      `${file} is not a JSON object of secrets. Repair it, or put it back from a backup. ${nothingMade}`,
    );
  }
  return stored;
}

const nothingMade =
  'New secrets are not made in its place, because the database may belong to the ones in it.';

const unreadable: Readonly<Record<string, string>> = {
  EACCES: "can't be read by the user that runs this process. Give that user the right to read it.",
  EPERM: "can't be read by the user that runs this process. Give that user the right to read it.",
  EISDIR:
    'is a folder. Put the file with the secrets there; a container makes such a folder for a missing file.',
  ENOTDIR: "can't be there, because DATA_DIR is a file. Set DATA_DIR to a folder.",
  ENOENT: 'is a link to a file that is missing. Put the file back.',
};

const isLink = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

/** Null for anything but an object of strings. */
function parsed(text: string): Partial<Secrets> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.values(value).every((member) => typeof member === 'string') ? value : null;
  } catch {
    return null;
  }
}
