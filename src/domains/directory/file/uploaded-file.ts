import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FileRefused } from './file-refused.ts';

/** The sender disconnected before the end of the file. */
export class UploadBroken extends Error {
  constructor(cause: unknown) {
    super('the upload ended before the file did', { cause });
    this.name = 'UploadBroken';
  }
}

/**
 * Passes the bytes on as they arrive and hashes them. Throws `UploadBroken`, and `FileRefused` beyond `bytesMax`. If reading
 * stops early, drains the rest: a sender that is cut off would never read the error.
 */
export function uploadedFile(body: Readable, bytesMax: number) {
  const hash = createHash('sha256');
  let bytes = 0;

  async function* read(): AsyncGenerator<Uint8Array> {
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
    try {
      for (;;) {
        const { done, value } = await nextOf(chunks, body);
        if (done) return;
        bytes += value.length;
        if (bytes > bytesMax)
          throw new FileRefused('too_large', `The file is larger than ${bytesMax} bytes.`);
        hash.update(value);
        yield value;
      }
    } finally {
      await chunks.return?.();
      body.resume();
    }
  }
  return { read, /** After the last byte. */ sha256: () => hash.digest() };
}

/** A sender whose machine or network is gone goes silent, and would keep its import open forever. */
export const silenceMsMax = 60_000;

async function nextOf(
  chunks: AsyncIterator<Uint8Array>,
  body: Readable,
): Promise<IteratorResult<Uint8Array>> {
  const silence = () => body.destroy(new Error(`received nothing for ${silenceMsMax} ms`));
  const timer = setTimeout(silence, silenceMsMax);
  try {
    return await chunks.next();
  } catch (cause) {
    throw new UploadBroken(cause);
  } finally {
    clearTimeout(timer);
  }
}
