import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FileRefused } from '#values/contact-files/file-refused.ts';

/** The sender disconnected before the end of the file. */
export class UploadBroken extends Error {
  constructor(cause: unknown, message = 'the upload ended before the file did') {
    super(message, { cause });
    this.name = 'UploadBroken';
  }
}

/** The process began to stop before the end of the file. */
export class UploadStopped extends UploadBroken {
  constructor() {
    super(null, 'The service was stopped. Send the file again to continue.');
  }
}

/**
 * Passes the bytes on as they arrive and hashes them. Throws `UploadBroken`, also when `stopping` aborts, and `FileRefused`
 * beyond `bytesMax`. If reading stops early, drains the rest: a sender that is cut off would never read the error.
 */
export function uploadedFile(body: Readable, bytesMax: number, stopping: AbortSignal) {
  const hash = createHash('sha256');
  let bytes = 0;

  async function* read(): AsyncGenerator<Uint8Array> {
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
    try {
      for (;;) {
        const { done, value } = await nextOf(chunks, body, stopping);
        if (done) return;
        bytes += value.length;
        if (bytes > bytesMax)
          throw new FileRefused('too_large', `The file is larger than ${bytesMax} bytes.`);
        hash.update(value);
        yield value;
      }
    } finally {
      const drained = chunks.return?.().then(() => body.resume());
      // It ends with the next chunk, which may never come.
      if (!stopping.aborted) await drained;
    }
  }
  return { read, /** After the last byte. */ sha256: () => hash.digest() };
}

/** A sender whose machine or network is gone goes silent, and would keep its import open forever. */
export const silenceMsMax = 60_000;

async function nextOf(
  chunks: AsyncIterator<Uint8Array>,
  body: Readable,
  stopping: AbortSignal,
): Promise<IteratorResult<Uint8Array>> {
  if (stopping.aborted) throw new UploadStopped();
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new UploadStopped());
  const silence = () => body.destroy(new Error(`received nothing for ${silenceMsMax} ms`));
  const timer = setTimeout(silence, silenceMsMax);
  stopping.addEventListener('abort', stop);
  try {
    return await Promise.race([chunks.next(), stopped.promise]);
  } catch (cause) {
    throw cause instanceof UploadStopped ? cause : new UploadBroken(cause);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}
