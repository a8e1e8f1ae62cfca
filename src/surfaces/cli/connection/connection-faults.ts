import { CommandFailed } from '../command-failed.ts';

/** Nothing responds at the address. */
export class NobodyThere extends CommandFailed {}

/** Something else than Contactry responds. */
export const notOurs = (url: string) =>
  new NobodyThere(`The server at ${url} is not a Contactry service. Set the address with --url.`);

export class WrongSecret extends CommandFailed {}

export const wrongSecret = () =>
  new WrongSecret(
    'The service rejected the admin secret.\nSet the one it was started with, using --secret-file or ADMIN_SECRET.',
  );

const absent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

/** A failed request as a sentence. Null for an error we don't expect. */
export function lossOf(error: unknown, url: string): CommandFailed | null {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  const codes = [code, ...(errors ?? []).map((each) => each.code)].map(String);
  if (codes.some((each) => absent.has(each))) {
    return new NobodyThere(
      `No service responds at ${url}.\nStart it with "npm start", or set its address with --url.`,
    );
  }
  if (codes.some((each) => broken.has(each))) {
    return new CommandFailed(
      `The connection to ${url} was lost. Nothing that was done is lost. Run the same command again to continue.`,
    );
  }
  if (code?.startsWith('HPE_')) return notOurs(url);
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new CommandFailed('The file changed while it was being sent. Run the command again.');
  }
  if (code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG') {
    return new CommandFailed(`'${url}' is not a valid address. Use the form http://127.0.0.1:8080.`);
  }
  return null;
}
