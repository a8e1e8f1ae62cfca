import { ConnectionError, ContactryError, InvalidSecretError, ValidationError } from '#client';
import { CommandFailed } from '../command-failed.ts';
import { inOptions } from '../words.ts';

/** Nothing responds at the address. */
export class NobodyThere extends CommandFailed {}

/** Something else than Contactry responds. */
export const notOurs = (url: string) =>
  new NobodyThere(`The server at ${url} is not a Contactry service. Set the address with --url.`);

/** An error in the command line's words. Unexpected errors stay as they are. */
export function inCommandWords(error: unknown): unknown {
  if (error instanceof ConnectionError) return lossOf(error);
  return error instanceof ContactryError ? new CommandFailed(refusalText(error)) : error;
}

/** `fetch` refuses some ports, such as 1 and 6000, as browsers do. */
const absent = new Set([
  'bad port',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

function lossOf(error: ConnectionError): CommandFailed {
  const { origin } = error;
  const codes = codesOf(error as Cause);
  if (codes.some((each) => absent.has(each))) {
    return new NobodyThere(
      `No service responds at ${origin}.\nStart it with "npm start", or set its address with --url.`,
    );
  }
  if (codes.includes('NotReadableError'))
    return new CommandFailed('The file changed while it was being sent. Run the command again.');
  if (codes.some((each) => broken.has(each))) {
    return new CommandFailed(
      `The connection to ${origin} was lost. Nothing that was done is lost. Run the same command again to continue.`,
    );
  }
  return codes.some((each) => each.startsWith('HPE_')) ? notOurs(origin) : new CommandFailed(error.message);
}

interface Cause {
  name?: string;
  message?: string;
  code?: unknown;
  cause?: Cause;
  errors?: Cause[];
}

/** The codes, names and messages of an error and of what caused it. */
const codesOf = ({ name = '', message = '', code, cause, errors = [] }: Cause): string[] => [
  name,
  message,
  String(code),
  ...[...errors, ...(cause ? [cause] : [])].flatMap(codesOf),
];

/** A refusal as a sentence. */
export function refusalText(error: ContactryError): string {
  if (error instanceof InvalidSecretError) {
    return 'The service rejected the admin secret.\nSet the one it was started with, using --secret-file or ADMIN_SECRET.';
  }
  if (error instanceof ValidationError) return error.faults.map(faultText).join('\n');
  const text = inOptions(error.message) || `The service answered ${error.status} ${error.code}.`;
  return error.status === 401
    ? `${text}\nSet the key with CONTACTRY_KEY or --key-file. An operator creates keys.`
    : text;
}

/** Our own sentences need no name beside them. The place in the request says nothing in a terminal. */
function faultText({ loc, msg }: ValidationError['faults'][number]): string {
  const name = loc.slice(1).join('.');
  return msg.endsWith('.') || name === '' ? inOptions(msg) : `${name}: ${msg}`;
}
