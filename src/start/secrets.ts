import { randomBytes } from 'node:crypto';
import { chmod, lstat, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, secretLengthMin } from '#core/environment.ts';
import { makeFolder } from '#core/machine/make-folder.ts';

export interface Secrets {
  /** Those that are accepted, comma-separated, the current one first. */
  internal_secret: string;
  admin_secret: string;
  suppression_pepper: string;
}

export interface OpenSecrets {
  active: Secrets;
  /** The secrets stored in `file`. The others come from the environment. */
  fromFile: Partial<Secrets>;
  file: string;
}

/**
 * Takes each secret from the environment, else from `DATA_DIR/secrets.json` (mode 0600), else generates it and stores it there.
 * Secrets from the environment are never stored.
 */
export async function openSecrets(config: Config): Promise<OpenSecrets> {
  const file = join(config.DATA_DIR, 'secrets.json');
  const stored = await readStored(file);
  const given: Secrets = {
    internal_secret: config.INTERNAL_SECRET,
    admin_secret: config.ADMIN_SECRET,
    suppression_pepper: config.SUPPRESSION_PEPPER,
  };
  if (!given.suppression_pepper && stored && !stored.suppression_pepper)
    throw new Error(`${file} ${noPepper}`);
  const names = (Object.keys(given) as (keyof Secrets)[]).filter((name) => !given[name]);
  refuseShort(names, stored ?? {}, file);
  const fromFile = Object.fromEntries(names.map((name) => [name, stored?.[name] || generateSecret()]));
  if (names.some((name) => fromFile[name] !== stored?.[name])) await store(file, { ...stored, ...fromFile });
  return { active: { ...given, ...fromFile }, fromFile, file };
}

/** The same minimum as for the variables. An empty one counts as missing. */
function refuseShort(names: readonly (keyof Secrets)[], stored: Partial<Secrets>, file: string): void {
  const short = names.filter((name) => stored[name] && stored[name].length < secretLengthMin);
  if (short.length === 0) return;
  throw new Error(
    `${short.join(' and ')} in ${file} must have at least ${secretLengthMin} characters. ` +
      'Restore the file from a backup, or choose longer secrets. A longer suppression_pepper needs --replace-pepper.',
  );
}

/**
 * Writes a temporary file and renames it: atomic, and never through a link. Root gives the file to the owner of the
 * folder, who can then start the service later.
 */
async function store(file: string, secrets: Partial<Secrets>): Promise<void> {
  const folder = dirname(file);
  const unfinished = `${file}.${process.pid}.unfinished`;
  await makeFolder(folder);
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

const noPepper =
  'has no suppression_pepper, and SUPPRESSION_PEPPER is not set. Restore it from a backup, because the database depends on it. ' +
  'If no database does, delete the file.';

/** Null if the file doesn't exist. An unreadable file may contain the secrets that the database depends on. */
async function readStored(file: string): Promise<Partial<Secrets> | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !(await isLink(file))) return null;
    throw new Error(`${file} ${unreadable[code] ?? `can't be read (${code}).`} ${noNewSecrets}`, { cause });
  }
  await keepPrivate(file);
  const stored = parsed(text);
  if (stored === null) {
    throw new Error(
      `${file} is not a JSON object of secrets. Repair it, or restore it from a backup. ${noNewSecrets}`,
    );
  }
  return stored;
}

const noNewSecrets = 'No new secrets were generated, because the database may depend on the existing ones.';

const notReadable =
  "can't be read by the user that runs this process, perhaps because root started Contactry earlier. " +
  'Start it as that user, or choose another DATA_DIR.';

const unreadable: Readonly<Record<string, string>> = {
  EACCES: notReadable,
  EPERM: notReadable,
  EISDIR:
    'is a folder. Containers create such a folder when the file to mount is missing. Replace it with the file.',
  ENOTDIR: "can't exist, because DATA_DIR is a file. Set DATA_DIR to a folder.",
  ENOENT: 'is a link to a missing file. Restore the file.',
};

const isLink = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

/** Null unless the text is a JSON object of strings. */
function parsed(text: string): Partial<Secrets> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.values(value).every((member) => typeof member === 'string') ? value : null;
  } catch {
    return null;
  }
}

const writableByOthers = 0o022;
const readableByAll = 0o004;

/**
 * Leaves a file of secrets to its owner if everyone can read it or others can write it. A read-only mount can't be changed:
 * there, only a file that others can write is refused.
 */
async function keepPrivate(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & (writableByOthers | readableByAll)) === 0) return;
  try {
    await chmod(file, 0o600);
  } catch (cause) {
    if ((mode & writableByOthers) === 0) return;
    const message = `Other users of this machine can write ${file}. Let only its owner write it (chmod 600), then start again.`;
    throw new Error(message, { cause });
  }
}
