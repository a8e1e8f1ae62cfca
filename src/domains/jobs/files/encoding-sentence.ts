/** Says what encoding a file has that isn't UTF-8, and how to save it. `line` is the first that isn't. */
export function encodingSentence(bytes: Uint8Array, line: number): string {
  const encoding = isWindows1252(bytes)
    ? 'The file is in Windows-1252, which Excel writes when you save as plain "CSV"'
    : 'The file is in another encoding than UTF-8';
  return `${encoding}: line ${line} has letters that can't be read safely. Save the file as "CSV UTF-8" and send it again.`;
}

/** Enough letters to tell. */
const runsMax = 2_000;
/** Bytes that Windows-1252 leaves undefined. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Western languages have a letter beyond ASCII here and there: é, ü, ñ. In Cyrillic, Greek, Chinese or Japanese encodings such
 * bytes stand in runs.
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
