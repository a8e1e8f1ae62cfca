import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** The encodings `readBody` can decode, for `Accept-Encoding`. */
export const acceptEncoding = 'gzip, br';

export type Overflow = 'refuse' | 'cut';

export type BodyRead = { ok: true; body: Buffer } | { ok: false; failure: 'too_large' | 'undecodable' };

class LimitReached extends Error {}

/**
 * Reads and decompresses a response, keeping at most `bytesMax` bytes. The limit applies to both the compressed and the
 * decompressed size, which stops decompression bombs and endless streams of empty blocks.
 * @param overflow beyond the limit, either refuse the body or keep its first `bytesMax` bytes
 * @throws the stream's own error if the connection breaks
 */
export async function readBody(
  source: Readable,
  contentEncoding: string,
  bytesMax: number,
  overflow: Overflow = 'refuse',
): Promise<BodyRead> {
  const decoder = decoderFor(contentEncoding);
  // An abandoned body emits an error. Without a listener that would end the process.
  source.on('error', () => {});
  if (decoder === undefined) {
    source.destroy();
    return { ok: false, failure: 'undecodable' };
  }

  const arrived = meter(bytesMax);
  const unpacked = meter(bytesMax);
  try {
    if (decoder) await pipeline(source, arrived.pass, decoder, unpacked.drain);
    else await pipeline(source, unpacked.drain);
  } catch (error) {
    if (error instanceof LimitReached)
      return overflow === 'cut' ? unpacked.result() : { ok: false, failure: 'too_large' };
    if (isCorrupt(error)) return { ok: false, failure: 'undecodable' };
    throw error;
  }
  return unpacked.result();
}

/** Null if there is nothing to decode, undefined if the encoding wasn't requested. */
function decoderFor(contentEncoding: string): Transform | null | undefined {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return null;
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  return undefined;
}

function meter(bytesMax: number) {
  const kept: Buffer[] = [];
  let bytes = 0;

  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new LimitReached();
  }

  return {
    async *pass(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        count(chunk);
        yield chunk;
      }
    },
    async drain(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        kept.push(chunk.subarray(0, Math.max(0, bytesMax - bytes)));
        count(chunk);
      }
    },
    result: (): BodyRead => ({ ok: true, body: Buffer.concat(kept) }),
  };
}

const isCorrupt = (error: unknown): boolean =>
  /^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/.test(String((error as { code?: unknown } | null)?.code ?? ''));
