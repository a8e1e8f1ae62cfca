import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MappedHeader } from '#values/contact-files/file-refused.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { type FileFormat, openFile } from '#values/contact-files/open-file.ts';
import type { NumberedRow } from '../rows/file-row.ts';
import { csvReader } from './csv-rows.ts';
import { ndjsonReader } from './ndjson-rows.ts';
import type { ReadingOptions } from './row-reader.ts';

/** Rows to write together, and the line up to which they cover the file. */
export interface RowBatch {
  rows: NumberedRow[];
  throughLine: number;
  warnings: string[];
  mapping: MappedHeader[];
  format: FileFormat;
}

export interface ReadOptions extends ReadingOptions {
  rowsMax?: number;
  /** In bytes, of the text in the file. Default: as much as an import may send. */
  textBytesMax?: number;
}

/** A file may be as large unpacked as it may be sent. */
export const importBytesMax = 10 * 1024 ** 3;

/** Yields to other requests after this many lines; a file of nothing but line ends has tens of thousands per chunk. */
const linesPerTurn = 1000;

/** UTF-16 units of file text per batch, so that files of long lines are written in smaller batches. */
const batchLengthMax = 2 * 1024 * 1024;

/**
 * Reads a file of any size in batches. An unreadable line becomes a row with a fault; an unreadable file throws `FileRefused`.
 * Batches end at row boundaries, so that reading can resume after any of them.
 */
export async function* readRows(
  file: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<RowBatch> {
  const { skipLines = 0, rowsMax = 1000, textBytesMax = importBytesMax } = options;
  const opened = await openFile(file, { ...options, textBytesMax });
  const reader = opened.isObjects ? ndjsonReader(options) : csvReader(options);
  const said = () => ({ warnings: reader.warnings(), mapping: reader.mapping(), format: opened.format });
  let waiting: NumberedRow[] = [];
  const next = (): RowBatch => {
    const rows = waiting.slice(0, rowsMax);
    waiting = waiting.slice(rowsMax);
    return { rows, throughLine: rows.at(-1)!.lastLine, ...said() };
  };
  let waitingLength = 0;
  let lastLine = 0;

  for await (const lines of inTurns(opened.lines)) {
    lastLine = lines.at(-1)!.number;
    waiting.push(...reader.push(lines));
    for (const line of lines) waitingLength += line.text.length;
    while (waiting.length >= rowsMax || (waitingLength > batchLengthMax && waiting.length > 0)) {
      waitingLength = 0;
      yield next();
    }
  }
  waiting.push(...reader.end());
  while (waiting.length > rowsMax) yield next();
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
