import { type FileLine, lineBytesMax } from './file-lines.ts';

/** UTF-16 units. A longer record is one reject, and none of it is kept. */
const recordLengthMax = lineBytesMax;
/** Of lines behind a quote that was never closed; so that a file full of such is read in steps that grow with its length. */
const doubtfulLinesMax = 100;

/** One record of a CSV file: a line, or several when a quoted field holds line ends. */
export interface CsvRecord {
  /** The line it starts on. */
  line: number;
  lastLine: number;
  text: string;
  /** Whether quotes have to be looked at to split it. */
  hasQuotes: boolean;
  fault: RecordFault | null;
}

export type RecordFault = NonNullable<FileLine['fault']> | 'record_too_long' | 'broken_quotes';

/**
 * Puts lines together to records (RFC 4180 §2.6). A quote opens a field only at its start; elsewhere it is text. A field
 * whose quote is never closed, or is followed by more text, costs its own line and no other: reading goes on with the next.
 * A cell that goes on beyond all bounds costs its record. `width` is the number of cells in the header.
 */
export function csvRecords(delimiter: string, width: number) {
  let open: FileLine[] = [];
  let openLength = 0;
  // Where a record began that is too long to be kept; its end is still to come.
  let passing: number | null = null;
  // Up to this line the records behind a given-up one are read anew.
  let doubtfulThrough = 0;

  const closeWith = (lines: readonly FileLine[], into: CsvRecord[]) => {
    const text = lines.map((line) => line.text).join('\n');
    into.push({ line: lines[0]!.number, lastLine: lines.at(-1)!.number, text, hasQuotes: true, fault: null });
  };

  /** Gives up the first line of the open record and reads those after it anew. */
  const giveUp = (into: CsvRecord[]) => {
    const [first, ...others] = open;
    open = [];
    into.push(faulty(first!.number, 'broken_quotes'));
    take(others, into);
  };

  const take = (lines: readonly FileLine[], into: CsvRecord[]): void => {
    for (const line of lines) {
      if (passing !== null) pass(line, into);
      else if (open.length === 0) start(line, into);
      else extend(line, into);
    }
  };

  const start = (line: FileLine, into: CsvRecord[]) => {
    const { number, text, fault } = line;
    if (fault) into.push(faulty(number, fault));
    else if (!text.includes('"'))
      into.push({ line: number, lastLine: number, text, hasQuotes: false, fault: null });
    else settle([line], scanQuotes(text, delimiter, false), into);
  };

  const extend = (line: FileLine, into: CsvRecord[]) => {
    openLength += line.text.length + 1;
    open.push(line);
    if (openLength > recordLengthMax && !line.fault && !looksLikeRows(open, delimiter, width)) {
      passing = open[0]!.number;
      open = [];
      return pass(line, into);
    }
    if (openLength > recordLengthMax) doubtfulThrough = line.number;
    const isDoubtful = open[0]!.number <= doubtfulThrough && open.length > doubtfulLinesMax;
    const isBroken = line.fault !== null || openLength > recordLengthMax || isDoubtful;
    settle(open, isBroken ? 'broken' : scanQuotes(line.text, delimiter, true), into);
  };

  /** Looks for the end of a record that is too long, and keeps nothing of it. */
  const pass = (line: FileLine, into: CsvRecord[]) => {
    const state = line.fault ? 'open' : scanQuotes(line.text, delimiter, true);
    if (state === 'open') return;
    into.push({
      ...faulty(passing!, 'record_too_long'),
      lastLine: state === 'closed' ? line.number : line.number - 1,
    });
    passing = null;
    if (state === 'broken') start(line, into);
  };

  const settle = (lines: FileLine[], state: QuoteState, into: CsvRecord[]) => {
    open = lines;
    if (lines.length === 1) openLength = lines[0]!.text.length;
    if (state === 'broken') return giveUp(into);
    if (state === 'closed') {
      closeWith(lines, into);
      open = [];
    }
  };

  return {
    push(lines: readonly FileLine[]): CsvRecord[] {
      const records: CsvRecord[] = [];
      take(lines, records);
      return records;
    },
    /** What is left at the end of the file. */
    end(): CsvRecord[] {
      const records: CsvRecord[] = [];
      doubtfulThrough = Number.POSITIVE_INFINITY;
      while (open.length > 0) giveUp(records);
      if (passing !== null) records.push(faulty(passing, 'record_too_long'));
      return records;
    },
  };
}

/** Whether the lines behind the first are rows of their own, so that a quote in the first was never closed. */
function looksLikeRows([, ...others]: readonly FileLine[], delimiter: string, width: number): boolean {
  const rows = others.filter(({ text }) => text.split(delimiter).length === width);
  return rows.length * 2 > others.length;
}

const faulty = (line: number, fault: RecordFault): CsvRecord => ({
  line,
  lastLine: line,
  text: '',
  hasQuotes: false,
  fault,
});

type QuoteState = 'closed' | 'open' | 'broken';

/** Where a line leaves a record; `isOpen` when it begins within a quoted field. */
function scanQuotes(text: string, delimiter: string, isOpen: boolean): QuoteState {
  let at = 0;
  let isQuoted = isOpen;
  for (;;) {
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
  }
}

function skipSpaces(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1;
  return at;
}
