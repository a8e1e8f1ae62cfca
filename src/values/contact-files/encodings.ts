import Type, { type Static } from 'typebox';

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

/** Enough letters to tell. */
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
