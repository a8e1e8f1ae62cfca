import Type, { type Static } from 'typebox';
import { FileRefused } from './file-refused.ts';
import { peeked } from './raw-file.ts';

/** Encodings other than UTF-8 and UTF-16, which are recognised. Names as in the WHATWG Encoding Standard. */
const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export const Encoding = Type.Enum([...encodings], {
  description:
    "The encoding of a file's text. UTF-8 and UTF-16 are recognised, others have to be named. `utf-8` skips detection.",
});
export type Encoding = Static<typeof Encoding>;

/** Says what encoding a file seems to have, and how to say so. `line` is the first that isn't UTF-8, and is among `bytes`. */
export const encodingSentence = (bytes: Uint8Array, line: number): string =>
  isWindows1252(bytes)
    ? `The file looks like Windows-1252, which Excel writes when you save as plain "CSV": line ${line} isn't UTF-8. Send it with \`encoding=windows-1252\`, or save it as "CSV UTF-8".`
    : `The file isn't in UTF-8: line ${line} has letters that can't be read safely. Name the encoding with \`encoding\`, or save the file as "CSV UTF-8".`;

/** Runs of such letters that are enough to decide. */
const runsMax = 2_000;
/** Bytes that Windows-1252 leaves undefined. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Western languages have a letter beyond ASCII here and there: é, ü, ñ. In Cyrillic, Greek, Chinese or Japanese encodings such
 * bytes come in runs.
 */
function isWindows1252(bytes: Uint8Array): boolean {
  let runs = 0;
  let longRuns = 0;
  let run = 0;
  for (let at = 0; at <= bytes.length && runs < runsMax; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) {
      if (undefinedBytes.has(byte)) return false;
      run += 1;
      continue;
    }
    if (run > 0) runs += 1;
    if (run > 2) longRuns += 1;
    run = 0;
  }
  return longRuns * 10 <= runs;
}

/**
 * The file in UTF-8. Converts the encoding that the sender named, and UTF-16, as spreadsheets save "Unicode text", with or without
 * a byte order mark.
 */
export async function* utf8Of(file: AsyncIterable<Uint8Array>, encoding?: Encoding): AsyncGenerator<Buffer> {
  const { head, whole } = await peeked(file);
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of whole()) {
    // In the loop, so that a refusal closes the file.
    if (decoder === undefined) decoder = decoderFor(head, encoding);
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const text = decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
    if (text.length > 0) yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield Buffer.from(rest);
}

/** Detected from the byte order mark, else from the zero bytes of the header's first two letters. */
function decoderFor(head: Buffer, encoding: Encoding | undefined): TextDecoder | null {
  if (utf32.test(head.toString('hex', 0, 4)))
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
