import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#core/environment.ts';

export interface Secrets {
  internal_secret: string;
  admin_secret: string;
  suppression_pepper: string;
}

export interface OpenSecrets {
  inForce: Secrets;
  /** Those of them that `file` holds; the environment gave the others. */
  kept: Partial<Secrets>;
  file: string;
}

/**
 * The secrets in force: those of the environment, else those in `DATA_DIR/secrets.json` (mode 0600), else new ones, which
 * are stored there. What the environment gives is stored nowhere.
 */
export async function openSecrets(config: Config): Promise<OpenSecrets> {
  const file = join(config.DATA_DIR, 'secrets.json');
  const stored = await readStored(file);
  const given: Secrets = {
    internal_secret: config.INTERNAL_SECRET,
    admin_secret: config.ADMIN_SECRET,
    suppression_pepper: config.SUPPRESSION_PEPPER,
  };
  const names = (Object.keys(given) as (keyof Secrets)[]).filter((name) => !given[name]);
  const kept = Object.fromEntries(names.map((name) => [name, stored[name] || generateSecret()]));
  if (names.some((name) => kept[name] !== stored[name])) await store(file, { ...stored, ...kept });
  return { inForce: { ...given, ...kept }, kept, file };
}

/**
 * Written aside and moved into place: whole or not at all, and never through a link that somebody put there. Root leaves
 * the file to whom the folder belongs, so that they can start the service later.
 */
async function store(file: string, secrets: Partial<Secrets>): Promise<void> {
  const folder = dirname(file);
  const unfinished = `${file}.${process.pid}.unfinished`;
  await mkdir(folder, { recursive: true });
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    const { uid, gid } = await stat(folder);
    if (process.getuid?.() === 0) await handle.chown(uid, gid);
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
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

const notReadable =
  "can't be read by the user that runs this process, perhaps because root started Contactry before. " +
  'Start it as that user, or choose another DATA_DIR.';

const unreadable: Readonly<Record<string, string>> = {
  EACCES: notReadable,
  EPERM: notReadable,
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
