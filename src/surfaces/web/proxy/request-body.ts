import type { Readable } from 'node:stream';
import { bodiesOf, mayHaveBody } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import { bodyBytesMaxOf } from '#core/input/body-limit.ts';
import { parseJson } from '#core/input/parse-json.ts';
import { readBytes } from '../read-form.ts';
import type { ProxiedDoor } from './proxied-doors.ts';

type Members = Readonly<Record<string, string>>;

export interface Given {
  contentType: string;
  body: Readable | undefined;
  /** Counts what is held of the body, and refuses what is too much. */
  hold: (bytes: number) => void;
}

/**
 * The body to send: JSON with the session's members in place of the page's, everything else as it comes. Parsing also leaves one
 * of a member that was sent twice.
 */
export async function requestBody(
  proxied: ProxiedDoor,
  { contentType, body, hold }: Given,
  own: Members,
): Promise<Readable | string | null> {
  const { declared, door } = proxied;
  if (!mayHaveBody(door)) return null;
  if (Object.keys(own).length === 0 || !isJson(proxied, contentType)) return body ?? null;
  const bytes = await readBytes(body, door.jsonBytesMax ?? bodyBytesMaxOf(declared, door), hold);
  const given = bytes.length === 0 ? {} : parseJson(bytes);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Failure('malformed_request', { detail: 'The body must be a JSON object.' });
  }
  return JSON.stringify({ ...given, ...own });
}

/** As the API decides it. */
function isJson({ door }: ProxiedDoor, contentType: string): boolean {
  const forms = bodiesOf(door);
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const form = forms[type] ?? forms['*'] ?? (type === '' || type.endsWith('+json') ? 'json' : undefined);
  if (!form) throw new Failure('unsupported_media_type');
  return form === 'json';
}
