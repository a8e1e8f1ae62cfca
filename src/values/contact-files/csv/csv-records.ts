import { type FileLine, lineBytesMax } from '../line-splitter.ts';
import { columnsBy, columnsMax } from './delimiter.ts';

/** UTF-16 units. A longer record becomes one reject and isn't buffered. */
const recordLengthMax = lineBytesMax;
/** Lines buffered after an unclosed quote. Bounds the work for a file full of them to linear time. */
const doubtfulLinesMax = 100;

/** One record of a CSV file: a line, or several when a quoted field contains line ends. */
export interface CsvRecord {
  /** The line on which it starts. */
  line: number;
  lastLine: number;
  text: string;
  /** Whether splitting it has to consider quotes. */
  hasQuotes: boolean;
  fault: RecordFault | null;
}

/** A record that is known to be whole. */
export const wholeRecord = (text: string, line = 0, lastLine = line): CsvRecord => ({
  line,
  lastLine,
  text,
  hasQuotes: text.includes('"'),
  fault: null,
});

export type RecordFault =
  | NonNullable<FileLine['fault']>
  | 'record_too_long'
  | 'broken_quotes'
  | 'too_many_cells';

/**
 * Assembles lines into records (RFC 4180 §2.6). A quote opens a field only at its start; elsewhere it is text. A field whose
 * quote is never closed, or is followed by text, costs only its own line. An oversized cell, or far too
 * many of them, cost their record. `width` is the number of header cells.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #width: number;
  #open: FileLine[] = [];
  #openLength = 0;
  // Where an oversized record began. Its end hasn't been found yet.
  #passing: number | null = null;
  // Records up to this line are read again after a record was given up.
  #doubtfulThrough = 0;

  constructor(delimiter: string, width: number) {
    this.#delimiter = delimiter;
    this.#width = width;
  }

  /** Gives up the open record's first line and reads the lines after it again. */
  #giveUp(into: CsvRecord[]): void {
    const [first, ...others] = this.#open;
    this.#open = [];
    into.push(faulty(first!.number, 'broken_quotes'));
    this.#take(others, into);
  }

  #take(lines: readonly FileLine[], into: CsvRecord[]): void {
    for (const line of lines) {
      if (this.#passing !== null) this.#pass(line, into);
      else if (this.#open.length === 0) this.#start(line, into);
      else this.#extend(line, into);
    }
  }

  #start(line: FileLine, into: CsvRecord[]): void {
    const { number, text, fault } = line;
    if (fault) into.push(faulty(number, fault));
    else if (!text.includes('"'))
      into.push(
        isTooWide(text, this.#delimiter) ? faulty(number, 'too_many_cells') : wholeRecord(text, number),
      );
    else this.#settle([line], scanQuotes(text, this.#delimiter, false), into);
  }

  #extend(line: FileLine, into: CsvRecord[]): void {
    this.#openLength += line.text.length + 1;
    this.#open.push(line);
    if (
      this.#openLength > recordLengthMax &&
      !line.fault &&
      !looksLikeRows(this.#open, this.#delimiter, this.#width)
    ) {
      this.#passing = this.#open[0]!.number;
      this.#open = [];
      this.#pass(line, into);
      return;
    }
    if (this.#openLength > recordLengthMax) this.#doubtfulThrough = line.number;
    const isDoubtful = this.#open[0]!.number <= this.#doubtfulThrough && this.#open.length > doubtfulLinesMax;
    const isBroken = line.fault !== null || this.#openLength > recordLengthMax || isDoubtful;
    this.#settle(this.#open, isBroken ? 'broken' : scanQuotes(line.text, this.#delimiter, true), into);
  }

  /** Finds the end of an oversized record without buffering it. */
  #pass(line: FileLine, into: CsvRecord[]): void {
    const state = line.fault ? 'open' : scanQuotes(line.text, this.#delimiter, true);
    if (state === 'open') return;
    into.push(faulty(this.#passing!, 'record_too_long', state === 'closed' ? line.number : line.number - 1));
    this.#passing = null;
    if (state !== 'closed') this.#start(line, into);
  }

  #settle(lines: FileLine[], state: QuoteState, into: CsvRecord[]): void {
    this.#open = lines;
    if (lines.length === 1) this.#openLength = lines[0]!.text.length;
    if (state === 'wide' && lines.length === 1) {
      into.push(faulty(lines[0]!.number, 'too_many_cells'));
      this.#open = [];
    } else if (state === 'wide' || state === 'broken') this.#giveUp(into);
    else if (state === 'closed') {
      const text = lines.map((line) => line.text).join('\n');
      into.push(wholeRecord(text, lines[0]!.number, lines.at(-1)!.number));
      this.#open = [];
    }
  }

  push(lines: readonly FileLine[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    this.#take(lines, records);
    return records;
  }

  /** Flushes the rest at the end of the file. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    this.#doubtfulThrough = Number.POSITIVE_INFINITY;
    while (this.#open.length > 0) this.#giveUp(records);
    if (this.#passing !== null) records.push(faulty(this.#passing, 'record_too_long'));
    return records;
  }
}

/** Whether the lines after the first are rows of their own, which means that its quote was never closed. */
function looksLikeRows([, ...others]: readonly FileLine[], delimiter: string, width: number): boolean {
  const rows = others.filter(({ text }) => text.split(delimiter).length === width);
  return rows.length * 2 > others.length;
}

const faulty = (line: number, fault: RecordFault, lastLine = line): CsvRecord => ({
  ...wholeRecord('', line, lastLine),
  fault,
});

const isTooWide = (text: string, delimiter: string): boolean =>
  text.length >= columnsMax && columnsBy(delimiter, text) > columnsMax;

/** `wide`: too many cells to split, whatever follows. */
type QuoteState = 'closed' | 'open' | 'broken' | 'wide';

/** The quote state after a line. `isOpen` when the line begins inside a quoted field. */
function scanQuotes(text: string, delimiter: string, isOpen: boolean): QuoteState {
  let at = 0;
  let isQuoted = isOpen;
  let cells = 1;
  for (;;) {
    if (cells > columnsMax) return 'wide';
    if (isQuoted) {
      at = text.indexOf('"', at);
      if (at === -1) return 'open';
      if (text[at + 1] === '"') {
        at += 2;
        continue;
      }
      at = skipSpaces(text, at + 1, delimiter);
      if (at >= text.length) return 'closed';
      if (text[at] !== delimiter) return 'broken';
      at += 1;
      cells += 1;
      isQuoted = false;
    }
    at = skipSpaces(text, at, delimiter);
    if (text[at] === '"') {
      at += 1;
      isQuoted = true;
      continue;
    }
    at = text.indexOf(delimiter, at);
    if (at === -1) return 'closed';
    at += 1;
    cells += 1;
  }
}

function skipSpaces(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1;
  return at;
}
