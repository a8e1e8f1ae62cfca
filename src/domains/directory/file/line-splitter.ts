import { isUtf8 } from 'node:buffer';

/** A longer line is not a row of contacts; its end is found without keeping it. */
export const lineBytesMax = 1024 * 1024;

export interface FileLine {
  /** Counted from 1. */
  number: number;
  /** Without its line end; empty where `fault` says why it can't be read. */
  text: string;
  fault: 'line_too_long' | 'not_utf8' | null;
}

const lf = 0x0a;
const cr = 0x0d;
const lineEnds = /\r\n?|\n/;

/** Takes a file piece by piece; `push` gives the lines that end in the piece, `end` the last one. */
export function lineSplitter() {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 0;
  // True from where a line was given up until its end.
  let isSkipping = false;
  // The last chunk ended in CR, which ended a line: an LF that comes next belongs to it.
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
      const next = behindFirstEnd(bytes);
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

/** Where the second line begins; -1 when the first does not end here. */
function behindFirstEnd(bytes: Buffer): number {
  const ends = [bytes.indexOf(lf), bytes.indexOf(cr)].filter((at) => at !== -1);
  if (ends.length === 0) return -1;
  const first = Math.min(...ends);
  return bytes[first] === cr && bytes[first + 1] === lf ? first + 2 : first + 1;
}

/** Adds the lines of a text that doesn't end in a line end; returns the number of the last. */
function addLines(bytes: Buffer, before: number, into: FileLine[]): number {
  let number = before;
  if (isUtf8(bytes)) {
    for (const text of splitLines(bytes.toString('utf8'))) into.push(lineOf(text, ++number));
    return number;
  }
  // Latin-1 keeps every byte, so that each line can be looked at by itself.
  for (const text of splitLines(bytes.toString('latin1'))) {
    const line = Buffer.from(text, 'latin1');
    number += 1;
    into.push(isUtf8(line) ? lineOf(line.toString('utf8'), number) : { number, text: '', fault: 'not_utf8' });
  }
  return number;
}

/** Most files have no CR, and a plain text is split several times as fast as by a pattern. */
const splitLines = (text: string): string[] => text.split(text.includes('\r') ? lineEnds : '\n');

function lineOf(raw: string, number: number): FileLine {
  const start = number === 1 && raw.startsWith('\ufeff') ? 1 : 0;
  const text = raw.slice(start);
  // A UTF-16 unit is three bytes of UTF-8 at most.
  const isTooLong = text.length * 3 > lineBytesMax && Buffer.byteLength(text) > lineBytesMax;
  return isTooLong ? { number, text: '', fault: 'line_too_long' } : { number, text, fault: null };
}
