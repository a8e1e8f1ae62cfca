import { isAscii, isUtf8 } from 'node:buffer';
import { nestingMax } from '#core/input/parse-json.ts';
import { columnsMax } from './csv/delimiter.ts';
import { encodingSentence } from './encodings.ts';
import { FileRefused } from './file-refused.ts';

/** A longer line isn't a row of contacts. It is skipped without buffering. */
export const lineBytesMax = 1024 * 1024;

export interface FileLine {
  /** Starts at 1. */
  number: number;
  /** Without its line end. Empty when `fault` is set. */
  text: string;
  fault: 'line_too_long' | 'not_utf8' | 'too_deep' | null;
}

/** Messages for lines that can't be read. */
export const lineFaults = {
  line_too_long: `The line is longer than ${lineBytesMax / 1024 ** 2} MiB.`,
  record_too_long: `The row is longer than ${lineBytesMax / 1024 ** 2} MiB: a quoted cell in it spans many lines.`,
  not_utf8:
    'The line is not UTF-8. Save the file as UTF-8, in a spreadsheet as "CSV UTF-8", or name its encoding with `encoding`.',
  too_deep: `The object has more than ${nestingMax} levels of lists and objects.`,
  too_many_cells: `The line has more than ${columnsMax} cells.`,
  broken_quotes: 'A quote is not closed, or text follows it. Double the quotes inside a quoted field.',
};

const lf = 0x0a;
const cr = 0x0d;
const lineEnds = /\r\n?|\n/;

/**
 * Yields the lines of UTF-8 text as they arrive, a group for each chunk, buffering at most a chunk and a line. Lines end in LF, CRLF or CR.
 * Throws `FileRefused` when the text is in another encoding; a broken letter among good ones costs its line.
 */
export async function* fileLines(
  text: AsyncIterable<Buffer>,
  isSurelyUtf8 = false,
): AsyncGenerator<FileLine[]> {
  const splitter = lineSplitter();
  let isDecided = isSurelyUtf8;
  let sawLetters = false;
  const checked = (lines: FileLine[], bytes: Buffer): FileLine[] => {
    sawLetters ||= !isAscii(bytes);
    if (isDecided || !sawLetters) return lines;
    isDecided = lines.some((line) => /[^\0-\x7f]/.test(line.text));
    const broken = lines.find(({ fault }) => fault === 'not_utf8');
    if (broken && !isDecided) throw new FileRefused('not_utf8', encodingSentence(bytes, broken.number));
    return lines;
  };
  let last: Buffer = Buffer.alloc(0);
  for await (const bytes of text) {
    last = bytes;
    yield checked(splitter.push(bytes), bytes);
  }
  yield checked(splitter.end(), last);
}

/** Splits a file that arrives in chunks. `push` returns the lines that end in the chunk, `end` returns the last line. */
function lineSplitter() {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 0;
  // True from the point where a line was given up until its end.
  let isSkipping = false;
  // The previous chunk ended in CR, which ended a line. A following LF belongs to that line end.
  let endedInCr = false;

  const hold = (bytes: Buffer, into: FileLine[]) => {
    if (isSkipping || bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes <= lineBytesMax) return;
    number += 1;
    into.push({ number, text: '', fault: 'line_too_long' });
    held = [];
    heldBytes = 0;
    isSkipping = true;
  };

  const push = (chunk: Buffer): FileLine[] => {
    const lines: FileLine[] = [];
    let bytes = endedInCr && chunk[0] === lf ? chunk.subarray(1) : chunk;
    endedInCr = chunk.at(-1) === cr;
    if (isSkipping) {
      const next = afterFirstLineEnd(bytes);
      if (next === -1) return lines;
      isSkipping = false;
      bytes = bytes.subarray(next);
    }
    const last = Math.max(bytes.lastIndexOf(lf), bytes.lastIndexOf(cr));
    if (last !== -1) {
      const end = bytes[last] === lf && bytes[last - 1] === cr ? last - 1 : last;
      const whole = heldBytes > 0 ? Buffer.concat([...held, bytes.subarray(0, end)]) : bytes.subarray(0, end);
      held = [];
      heldBytes = 0;
      number = addLines(whole, number, lines);
    }
    hold(bytes.subarray(last + 1), lines);
    return lines;
  };

  const end = (): FileLine[] => {
    const lines: FileLine[] = [];
    if (heldBytes > 0) addLines(Buffer.concat(held), number, lines);
    return lines;
  };
  return { push, end };
}

/** Start of the second line, or -1 when the first doesn't end here. */
function afterFirstLineEnd(bytes: Buffer): number {
  const ends = [bytes.indexOf(lf), bytes.indexOf(cr)].filter((at) => at !== -1);
  if (ends.length === 0) return -1;
  const first = Math.min(...ends);
  return bytes[first] === cr && bytes[first + 1] === lf ? first + 2 : first + 1;
}

/** Adds the lines of a text that doesn't end in a line end. Returns the number of the last line. */
function addLines(bytes: Buffer, before: number, into: FileLine[]): number {
  let number = before;
  if (isUtf8(bytes)) {
    for (const text of splitLines(bytes.toString('utf8'))) into.push(lineOf(text, ++number));
    return number;
  }
  // Latin-1 preserves every byte, so that each line can be checked on its own.
  for (const text of splitLines(bytes.toString('latin1'))) {
    const line = Buffer.from(text, 'latin1');
    number += 1;
    into.push(isUtf8(line) ? lineOf(line.toString('utf8'), number) : { number, text: '', fault: 'not_utf8' });
  }
  return number;
}

/** Most files have no CR, and splitting at a plain string is several times as fast as at a pattern. */
const splitLines = (text: string): string[] => text.split(text.includes('\r') ? lineEnds : '\n');

function lineOf(raw: string, number: number): FileLine {
  const start = number === 1 && raw.startsWith('\ufeff') ? 1 : 0;
  const text = raw.slice(start);
  // A UTF-16 unit is at most three bytes in UTF-8.
  const isTooLong = text.length * 3 > lineBytesMax && Buffer.byteLength(text) > lineBytesMax;
  return isTooLong ? { number, text: '', fault: 'line_too_long' } : { number, text, fault: null };
}
