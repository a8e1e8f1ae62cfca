import type { Readable } from 'node:stream';
import type { Log } from '#core/context.ts';
import { Failure } from '#core/failure.ts';
import { noAnswer, type UpstreamAnswer } from '../api/upstream.ts';

const problemBytesMax = 64 * 1024;

async function problemIn(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > problemBytesMax) throw noAnswer(new Error('the API sent too long a problem document'));
  }
  return Buffer.concat(chunks);
}

/** A secret that the API refuses is ours. To the page it would look as if its own session had ended. */
export async function bodyOf({ status, body }: UpstreamAnswer, log: Log): Promise<Readable | Buffer> {
  if (status !== 401) return body;
  const bytes = await problemIn(body);
  if (!bytes.includes('"invalid_secret"')) return bytes;
  log.error({}, 'the API refuses the secret of the pages: INTERNAL_SECRET or ADMIN_SECRET differs');
  throw new Failure('api_unavailable', { cause: new Error('the API refused our secret') });
}
