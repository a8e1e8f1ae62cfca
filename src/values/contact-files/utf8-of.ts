import type { Encoding } from './encodings.ts';
import { FileRefused } from './file-refused.ts';

/**
 * The file in UTF-8. Converts the encoding that the sender named, and UTF-16, as spreadsheets save "Unicode text", with or without
 * a byte order mark.
 */
export async function* utf8Of(file: AsyncIterable<Uint8Array>, encoding?: Encoding): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  let isDecided = false;
  for await (const chunk of file) {
    let bytes: Buffer = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!isDecided) {
      head = Buffer.concat([head, bytes]);
      if (head.length < bytesToDecide) continue;
      decoder = decoderFor(head, encoding);
      isDecided = true;
      bytes = head;
    }
    const text = decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
    if (text.length > 0) yield text;
  }
  if (!isDecided && head.length > 0) {
    decoder = decoderFor(head, encoding);
    yield decoder ? Buffer.from(decoder.decode(head, { stream: true })) : head;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield Buffer.from(rest);
}

const bytesToDecide = 4;

/** Detected from the byte order mark, else from the zero bytes of the header's first two letters. */
function decoderFor(head: Buffer, encoding: Encoding | undefined): TextDecoder | null {
  if (utf32.test(head.toString('hex', 0, bytesToDecide)))
    throw new FileRefused(
      'not_utf8',
      'The file is in UTF-32. Save it as UTF-8, in a spreadsheet as "CSV UTF-8".',
    );
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be');
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return new TextDecoder('utf-16le');
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return new TextDecoder('utf-16be');
  return encoding === undefined || encoding === 'utf-8' ? null : new TextDecoder(encoding);
}

/** A byte order mark, or a character of ASCII with three zero bytes. */
const utf32 = /^(?:fffe0000|0000feff|[2-7].000000|000000[2-7].)$/;
