import { readFile } from 'node:fs/promises';
import type { Options } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import type { LocalSettings } from './local-settings.ts';

/** The operator's secret: of the file that was named, else as the service was given it, else as the service made it. */
export async function adminSecret(options: Options, settings: LocalSettings): Promise<string> {
  if (options['secret-file']) return givenSecret(options['secret-file']);
  if (settings.adminSecret) return settings.adminSecret;
  const file = settings.secretsFile;
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw code === 'ENOENT' || code === 'ENOTDIR' ? new NoSecret(absent(file)) : unreadable(file, code);
  });
  const found = adminSecretOf(text, file);
  if (found) return found;
  throw new NoSecret(`${file} has no admin_secret. Give --secret-file or ADMIN_SECRET.`);
}

/** Nobody has said a secret: what is public can still be asked. */
export class NoSecret extends CommandFailed {}

const absent = (file: string) =>
  `No admin secret was found: neither --secret-file nor ADMIN_SECRET is given, and there is no ${file}.\n` +
  'The service makes that file at its first start ("npm start").';

/** The secret alone in a file, or a `secrets.json`. */
async function givenSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The secret can't be read from ${file} (${error.code}).`);
  });
  const secret = text.trim();
  const found = secret.startsWith('{') ? adminSecretOf(secret, file) : secret;
  if (found && !/\s/.test(found)) return found;
  throw new CommandFailed(`${file} holds no admin secret: write it there alone, or name a secrets.json.`);
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
    `${file} can't be read${code ? ` (${code})` : ' as JSON'}. Run the command as the user who runs the service, or give the secret with --secret-file or ADMIN_SECRET.`,
  );
