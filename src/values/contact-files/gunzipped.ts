import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FileRefused } from './file-refused.ts';

/** Tables of contacts are packed to a tenth, empty ones to a hundredth. Beyond it the content is made to be large. */
const ratioMax = 200;
/** A smaller content may be packed as well as it can be. */
const ratioFromBytes = 16 * 1024 ** 2;

/** The content of a gzip file. Reads all of the file, also what is behind the content. */
export async function* gunzipped(file: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const feeding = pipeline(Readable.from(file), gunzip);
  feeding.catch(() => {});
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw new FileRefused(
          'too_large',
          `The file has more than ${bytesMax / 1024 ** 2} MiB when it is unpacked.`,
        );
      if (bytes > Math.max(ratioFromBytes, ratioMax * gunzip.bytesWritten))
        throw new FileRefused(
          'too_large',
          `The file is more than ${ratioMax} times as large when it is unpacked. Send it unpacked.`,
        );
      yield chunk;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new FileRefused(
      'not_text',
      'The gzip file is damaged or incomplete. Compress it again, or send it as it is.',
    );
  }
  await feeding;
}
