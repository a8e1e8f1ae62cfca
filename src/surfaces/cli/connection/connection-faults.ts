import { CommandFailed } from '../command-failed.ts';

/** Nothing answers at the address. */
export class NobodyThere extends CommandFailed {}

/** Something answers that is not this service. */
export const notOurs = (url: string) =>
  new NobodyThere(`What answers at ${url} is not a Contactry service. Say where it is with --url.`);

export class WrongSecret extends CommandFailed {}

export const wrongSecret = () =>
  new WrongSecret(
    'The service does not know this admin secret.\nGive the one it was started with by --secret-file or ADMIN_SECRET.',
  );

const absent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

/** A failed request as a sentence; null for what is nobody's fault but ours. */
export function lossOf(error: unknown, url: string): CommandFailed | null {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  const codes = [code, ...(errors ?? []).map((each) => each.code)].map(String);
  if (codes.some((each) => absent.has(each))) {
    return new NobodyThere(
      `No service answers at ${url}.\nStart it with "npm start", or say where it is with --url.`,
    );
  }
  if (codes.some((each) => broken.has(each))) {
    return new CommandFailed(
      `The connection to ${url} broke off. What was done stays; the same command goes on behind it.`,
    );
  }
  if (code?.startsWith('HPE_')) return notOurs(url);
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new CommandFailed('The file was changed while it was sent. Run the command again.');
  }
  if (code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG') {
    return new CommandFailed(`'${url}' is not an address. It is written http://127.0.0.1:8080.`);
  }
  return null;
}
