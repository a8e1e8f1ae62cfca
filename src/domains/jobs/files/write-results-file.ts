import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvText } from '#core/answers/csv-text.ts';
import { ownCells } from './own-cells.ts';
import type { OwnColumns } from './profile-file.ts';
import { type ResultRow, resultColumns } from './result-columns.ts';

/** For a job that was created with JSON. */
const givenColumns = ['profile_url', 'client_reference'];

/**
 * Writes a job's results as CSV, in the order in which the rows come: the customer's own columns first, then ours. Holds one
 * batch at a time. A byte order mark and CRLF make Excel and LibreOffice open it right, and the delimiter is that of the
 * customer's file, or a comma if that has one column. `own` is null for a job that was created with JSON.
 */
export const writeResultsFile = (
  own: OwnColumns | null,
  batches: AsyncIterable<readonly ResultRow[]>,
): Readable => Readable.from(piecesOf(own, batches), { objectMode: false });

async function* piecesOf(
  own: OwnColumns | null,
  batches: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<Buffer> {
  // A list of links has none: it is read by tabs, which are in no link.
  const delimiter = own && own.names.length > 1 ? own.delimiter : ',';
  const first = own?.names ?? givenColumns;
  const ours = namesBeside(first);
  yield Buffer.from(`\ufeff${csvText([[...first, ...ours]], delimiter)}`);
  for await (const rows of batches) {
    for (const some of turnsOf(rows)) {
      const theirs = own
        ? ownCells(
            some.map((row) => row.own ?? ''),
            own,
          )
        : some.map(({ profile_url, client_reference }) => [profile_url, client_reference]);
      await nextTurn();
      const cells = some.map((row, at) => [...theirs[at]!, ...resultColumns.map(({ text }) => text(row))]);
      yield Buffer.from(csvText(cells, delimiter));
    }
  }
}

/** Written between two turns of other requests. A row of the customer's own may have a megabyte. */
const rowsPerTurn = 100;
const ownLengthPerTurn = 64 * 1024;

function turnsOf(rows: readonly ResultRow[]): ResultRow[][] {
  const turns: ResultRow[][] = [];
  let length = 0;
  for (const row of rows) {
    const turn = turns.at(-1);
    const own = row.own?.length ?? 0;
    const isFull = turn === undefined || turn.length === rowsPerTurn || length + own > ownLengthPerTurn;
    if (isFull) turns.push([row]);
    else turn.push(row);
    length = isFull ? own : length + own;
  }
  return turns;
}

/** Our names. One that the customer's file has too gets a number, so that no name stands twice: `company 2`. */
function namesBeside(own: readonly string[]): string[] {
  const taken = new Set(own.map((name) => name.toLowerCase()));
  return resultColumns.map(({ name }) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} ${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
