import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';

const bytesMax = 16 * 1024;

/** The members of a form that a browser sent. If one comes twice, the last counts. */
export async function readForm(payload: Readable | undefined): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams((await readBytes(payload, bytesMax)).toString()));
}

/** @param hold counts what is held, and refuses what is too much. */
export function readBytes(
  payload: Readable | undefined,
  limitBytes: number,
  hold?: (bytes: number) => void,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const tooLarge = () =>
    new Failure('body_too_large', {
      detail: `The body is larger than ${limitBytes} bytes.`,
      members: { limit_bytes: limitBytes },
    });
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    chunks.push(chunk);
    try {
      if (bytes > limitBytes) throw tooLarge();
      hold?.(chunk.length);
    } catch (refusal) {
      payload!.off('data', onData).resume();
      chunks.length = 0;
      reject(refusal);
    }
  };
  if (!payload) return Promise.resolve(Buffer.alloc(0));
  payload.on('data', onData);
  payload.once('end', () => resolve(Buffer.concat(chunks)));
  payload.once('error', (cause) => reject(new Failure('request_incomplete', { cause })));
  if (payload.destroyed) reject(new Failure('request_incomplete'));
  return promise;
}

/** The members of a request's query. If one comes twice, the last counts. */
export const readQuery = ({ url }: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(new URL(url, 'http://own.invalid').searchParams);
