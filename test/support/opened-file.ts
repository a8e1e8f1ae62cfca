import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { type OpeningOptions, openFile } from '#values/contact-files/open-file.ts';

async function* chunksOf(file: Buffer, size = 64 * 1024) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

export type Given = Partial<OpeningOptions> & { chunk?: number };

/** The file, sent in chunks and read to its end. */
export async function opened(file: Buffer | string, { chunk, ...options }: Given = {}) {
  const read = await openFile(chunksOf(Buffer.from(file as string), chunk), {
    textBytesMax: 16 * 1024 ** 2,
    ...options,
  });
  const lines: FileLine[] = [];
  for await (const some of read.lines) lines.push(...some);
  return { ...read, lines };
}
