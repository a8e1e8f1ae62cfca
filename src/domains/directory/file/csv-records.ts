import { type FileLine, lineBytesMax } from './file-lines.ts';

/** More lines than this in one record are a quote that was never closed. */
const recordLinesMax = 100;

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

export type RecordFault = NonNullable<FileLine['fault']> | 'broken_quotes';

/**
 * Puts lines together to records (RFC 4180 §2.6). A quote opens a field only at its start; elsewhere it is text. A field
 * whose quote is never closed, or is followed by more text, costs its own line and no other: reading goes on with the next.
 */
export function csvRecords(delimiter: string) {
  let open: FileLine[] = [];
  let openLength = 0;

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
      if (open.length === 0) start(line, into);
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
    const isTooMuch = openLength > lineBytesMax || open.length >= recordLinesMax;
    const state = line.fault || isTooMuch ? 'broken' : scanQuotes(line.text, delimiter, true);
    open.push(line);
    settle(open, state, into);
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
      while (open.length > 0) giveUp(records);
      return records;
    },
  };
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
