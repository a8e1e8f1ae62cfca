import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { bodiesOf, type Door, mayHaveBody } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import { parseJson } from '#core/parse-json.ts';
import { callerAddress } from './caller-address.ts';
import { parseForm } from './parse-form.ts';
import { holdUnverified } from './unverified-bodies.ts';

export const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

/** Reads a body the way its door declares: parsed JSON or form, bytes, or the stream itself. */
export function readBody(door: Door, request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  if (!mayHaveBody(door)) return Promise.resolve();
  const forms = bodiesOf(door);
  const type = mediaType(request);
  const form =
    forms[type] ??
    forms['*'] ??
    (type === '' || type.endsWith('+json') ? forms['application/json'] : undefined);
  if (!form) {
    throw new Failure('unsupported_media_type', {
      detail: `This address does not accept the content type '${type}'. Send ${Object.keys(forms).join(' or ')}.`,
    });
  }
  refuseEncoded(request);
  if (form === 'stream') return Promise.resolve(payload);
  return collect(payload, {
    limitBytes: form === 'json' ? (door.jsonBytesMax ?? door.bodyBytesMax!) : door.bodyBytesMax!,
    hold: door.access === 'signed' ? holdUnverified(payload, callerAddress(request)) : null,
    parse: form === 'json' && door.fileInsteadOf ? objectOrFile : parsers[form],
  });
}

/** Compressed bodies are refused (RFC 9110 §15.5.16). A small one can expand to far more than the limit of its door. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  throw new Failure('unsupported_media_type', {
    detail: `The body has the content encoding '${encoding}'. Send it uncompressed, without a Content-Encoding header.`,
    headers: { 'Accept-Encoding': 'identity' },
  });
}

const parsers = { json: parseJson, form: parseForm, raw: (bytes: Buffer) => bytes };

/** A JSON array is no request of ours, so it is a file. */
const objectOrFile = (bytes: Buffer): unknown =>
  /^\s*\[/.test(bytes.toString('latin1', 0, 100)) ? bytes : parseJson(bytes);

/** Refuses a body whose `Content-Length` is too large, before reading any of it. */
export function refuseTooLarge(door: Door, request: FastifyRequest): void {
  const limitBytes = door.bodyBytesMax!;
  if (!(Number(request.headers['content-length']) > limitBytes)) return;
  throw tooLarge(limitBytes, request.headers.expect === undefined ? {} : { Connection: 'close' });
}

const tooLarge = (limitBytes: number, headers: Record<string, string> = {}) =>
  new Failure('body_too_large', {
    detail: `The body is larger than ${limitBytes} bytes.`,
    members: { limit_bytes: limitBytes },
    headers,
  });

interface Collecting {
  limitBytes: number;
  hold: ReturnType<typeof holdUnverified> | null;
  parse(bytes: Buffer): unknown;
}

/** Uses events: leaving an async iterator early would close the connection before the answer is sent. */
function collect(payload: IncomingMessage, { limitBytes, hold, parse }: Collecting): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const giveUp = (why: unknown) => {
    chunks.length = 0;
    payload.off('data', onData).resume();
    reject(why);
  };
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limitBytes) return giveUp(tooLarge(limitBytes));
    try {
      hold?.(chunk.length);
      chunks.push(chunk);
    } catch (full) {
      giveUp(full);
    }
  };
  const hungUp = (cause?: unknown) => reject(new Failure('request_incomplete', { cause }));
  const onEnd = () => {
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    // The request keeps its listeners, and they what they refer to, until it is answered.
    chunks.length = 0;
    try {
      resolve(parse(body));
    } catch (fault) {
      reject(fault);
    }
  };
  payload.on('data', onData).on('end', onEnd).on('error', hungUp);
  if (payload.destroyed) hungUp();
  return promise;
}
