import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvRecord } from '#core/answers/csv-text.ts';
import { columnsMax } from '#values/contact-files/csv/delimiter.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { profileFileBytesMax, profileRowsMax } from './profile-file.ts';

/**
 * Objects, one a line, as a table with a column for each member that any of them has. A list of texts is a list of links. Reads all
 * of them first: the last one may have a member of its own.
 */
export async function* objectTable(groups: AsyncIterable<readonly FileLine[]>): AsyncGenerator<FileLine[]> {
  const objects: FileLine[] = [];
  const names = new Set<string>();
  for await (const lines of groups) {
    for (const line of lines) {
      if (line.fault === null && line.text.trim() === '') continue;
      // One too many is enough for the reader to refuse the file.
      if (objects.length <= profileRowsMax) objects.push(line);
      for (const name of Object.keys(membersOf(line))) names.add(name);
    }
    if (names.size > columnsMax)
      throw new FileRefused(
        'too_many_columns',
        `The objects have more than ${columnsMax} different members.`,
      );
  }
  if (objects.length === 0) return;
  yield [
    { number: 0, text: 'sep=,', fault: null },
    { number: 0, text: csvRecord([...names], ','), fault: null },
  ];
  const rowsPerTurn = Math.ceil(cellsPerTurn / names.size);
  let length = 0;
  for (let from = 0; from < objects.length; from += rowsPerTurn) {
    const lines = objects
      .slice(from, from + rowsPerTurn)
      .map((line) => ({ ...line, text: rowOf(line, names) }));
    for (const { text } of lines) length += text.length;
    if (length > profileFileBytesMax)
      throw new FileRefused(
        'too_large',
        `As a table, the file has more than ${profileFileBytesMax / 1024 ** 2} MiB.`,
      );
    await nextTurn();
    yield lines;
  }
}

/** Written between two turns of other requests. */
const cellsPerTurn = 10_000;

function rowOf(line: FileLine, names: ReadonlySet<string>): string {
  const members = membersOf(line);
  return csvRecord(
    [...names].map((name) => textOf(members[name])),
    ',',
  );
}

const link = 'profile_url';

/** Without a prototype, so that no member's name means anything. */
function membersOf({ text, fault }: FileLine): Record<string, unknown> {
  const value = fault === null ? parsed(text) : undefined;
  if (typeof value === 'string') return { [link]: value };
  // Anything but an object becomes a row without a link, which is refused by its number.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [link]: '' };
  if (Array.isArray((value as { profiles?: unknown }).profiles))
    throw new FileRefused(
      'missing_column',
      'The file is the JSON of a request. Send it as application/json.',
    );
  return Object.assign(Object.create(null), value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a member: of a list, its texts; of an object, the value in it. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.slice(0, 100).map(innerText).filter(Boolean).join('; ');
  return innerText(value);
}

const valueNames = ['address', 'email', 'number', 'phone', 'url', 'link', 'name', 'value', 'text'];

function innerText(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined ? '' : String(value);
  const members = value as Record<string, unknown>;
  const found = valueNames.map((name) => members[name]).find((member) => typeof member === 'string');
  return typeof found === 'string' ? found : '';
}
