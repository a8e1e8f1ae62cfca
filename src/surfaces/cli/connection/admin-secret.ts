import { readFile } from 'node:fs/promises';
import type { Options } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import type { LocalSettings } from './local-settings.ts';

/** The admin secret: from the given file, else from the service's environment, else from the service's secrets.json. */
export async function adminSecret(options: Options, settings: LocalSettings): Promise<string> {
  if (options['secret-file']) return givenSecret(options['secret-file']);
  if (settings.adminSecret) return settings.adminSecret;
  const file = settings.secretsFile;
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw code === 'ENOENT' || code === 'ENOTDIR' ? new NoSecret(absent(file)) : unreadable(file, code);
  });
  const found = adminSecretOf(text, file);
  if (found) return found;
  throw new NoSecret(`${file} has no admin_secret. Use --secret-file or ADMIN_SECRET.`);
}

/** There is no secret. Public calls still work. */
export class NoSecret extends CommandFailed {}

const absent = (file: string) =>
  `No admin secret was found: --secret-file and ADMIN_SECRET are not set, and ${file} does not exist.\n` +
  'The service creates that file when it first starts ("npm start").';

/** Reads a file that contains the secret alone, or a `secrets.json`. */
async function givenSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The secret can't be read from ${file} (${error.code}).`);
  });
  const secret = text.trim();
  const found = secret.startsWith('{') ? adminSecretOf(secret, file) : secret;
  if (found && !/\s/.test(found)) return found;
  throw new CommandFailed(
    `${file} does not contain an admin secret. Write only the secret into it, or use a secrets.json.`,
  );
}

function adminSecretOf(text: string, file: string): string | null {
  try {
    return (JSON.parse(text) as { admin_secret?: string }).admin_secret ?? null;
  } catch {
    throw unreadable(file);
  }
}

const unreadable = (file: string, code?: string) =>
  new NoSecret(
    `${file} can't be read${code ? ` (${code})` : ' as JSON'}. Run the command as the user who runs the service, or set the secret with --secret-file or ADMIN_SECRET.`,
  );
