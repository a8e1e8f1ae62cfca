import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NumberedRow } from '../rows/file-row.ts';
import { csvReader } from './csv-rows.ts';
import { fileLines } from './file-lines.ts';
import type { MappedHeader } from './header.ts';
import type { FileLine } from './line-splitter.ts';
import { ndjsonReader } from './ndjson-rows.ts';
import type { FileFormat, ReadingOptions } from './row-reader.ts';

/** Rows that are written together, and the line up to which the file is done with when they are. */
export interface RowBatch {
  rows: NumberedRow[];
  throughLine: number;
  warnings: string[];
  mapping: MappedHeader[];
}

export interface ReadOptions extends ReadingOptions {
  format: FileFormat;
  rowsMax?: number;
}

/** Requests are answered between as many lines: a file of nothing but line ends has tens of thousands in one piece. */
const linesPerTurn = 1000;

/** UTF-16 units of file text in one batch: a file of long lines is written in smaller batches. */
const batchLengthMax = 2 * 1024 * 1024;

/**
 * Reads a file of any size in batches. A line that can't be read becomes a row with its fault; `FileRefused` is thrown
 * for a file that can't be read at all. A batch ends where a row ends, so that reading can go on behind it another time.
 */
export async function* readRows(
  file: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<RowBatch> {
  const { format, skipLines = 0, rowsMax = 1000 } = options;
  const reader = format === 'csv' ? csvReader(options) : ndjsonReader(options);
  const said = () => ({ warnings: reader.warnings(), mapping: reader.mapping() });
  let waiting: NumberedRow[] = [];
  let waitingLength = 0;
  let lastLine = 0;

  for await (const lines of inTurns(fileLines(file))) {
    lastLine = lines.at(-1)!.number;
    waiting.push(...reader.push(lines));
    for (const line of lines) waitingLength += line.text.length;
    while (waiting.length >= rowsMax || (waitingLength > batchLengthMax && waiting.length > 0)) {
      const rows = waiting.slice(0, rowsMax);
      waiting = waiting.slice(rowsMax);
      waitingLength = 0;
      yield { rows, throughLine: rows.at(-1)!.lastLine, ...said() };
    }
  }
  waiting.push(...reader.end());
  yield { rows: waiting, throughLine: Math.max(lastLine, skipLines), ...said() };
}

async function* inTurns(pieces: AsyncIterable<FileLine[]>): AsyncGenerator<FileLine[]> {
  for await (const lines of pieces) {
    for (let from = 0; from < lines.length; from += linesPerTurn) {
      if (from > 0) await nextTurn();
      yield lines.slice(from, from + linesPerTurn);
    }
  }
}
