import {
  emptyRow,
  type FileRow,
  faultyRow,
  type GivenValue,
  type NumberedRow,
  type ReadRow,
  splitCell,
} from '../rows/file-row.ts';
import { columns, unreadColumns } from './columns.ts';
import type { FileLine } from './file-lines.ts';
import { FileRefused } from './file-refused.ts';
import { lineFaults, type RowReader } from './row-reader.ts';

/** Reads NDJSON: one JSON object a line with the columns' names as members, several values also as lists. */
export function ndjsonReader(skipLines: number): RowReader {
  const unread = new Set<string>();
  let sawLine = false;

  const read = (line: FileLine): NumberedRow[] => {
    if (line.number <= skipLines || (line.fault === null && line.text.trim() === '')) return [];
    return [{ line: line.number, lastLine: line.number, ...readLine(line, unread) }];
  };
  return {
    push(lines) {
      sawLine ||= lines.length > 0;
      return lines.flatMap(read);
    },
    end() {
      if (!sawLine) throw new FileRefused('empty', 'The file has no line.');
      return [];
    },
    warnings: () => (unread.size > 0 ? [unreadColumns([...unread])] : []),
  };
}

function readLine(line: FileLine, unread: Set<string>): ReadRow {
  if (line.fault) return faultyRow(null, line.fault, lineFaults[line.fault]);
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return faultyRow(null, 'bad_json', 'The line is not JSON.');
  }
  if (!isObject(value)) return faultyRow(null, 'not_an_object', 'The line is JSON, but no object.');
  return readObject(value, unread);
}

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type ListColumn = 'emails' | 'phones' | 'links';
/** Each list under its own name and that of the CSV column, and what its values are called within an object. */
const lists: Record<string, { list: ListColumn; names: readonly string[] }> = {
  email: { list: 'emails', names: ['address', 'email'] },
  emails: { list: 'emails', names: ['address', 'email'] },
  phone: { list: 'phones', names: ['number', 'phone'] },
  phones: { list: 'phones', names: ['number', 'phone'] },
  link: { list: 'links', names: ['url', 'link'] },
  links: { list: 'links', names: ['url', 'link'] },
};
const textColumns = new Set<string>(columns.filter((column) => !(column in lists)));
const otherNames = new Set(['url', 'linkedin_url']);
const namesKeptMax = 1000;

function readObject(members: Members, unread: Set<string>): ReadRow {
  const row = emptyRow();
  for (const [name, value] of Object.entries(members)) {
    if (value === null) continue;
    const kind = Object.hasOwn(lists, name) ? lists[name] : undefined;
    const column = otherNames.has(name) && !('profile_url' in members) ? 'profile_url' : name;
    if (kind) {
      const values = readValues(value, kind.names);
      if (!values) return wrongType(name, 'a text, an object, or a list of them');
      row[kind.list].push(...values);
    } else if (textColumns.has(column)) {
      if (typeof value !== 'string') return wrongType(column, 'a text');
      row[column as Exclude<keyof FileRow, ListColumn>] = value.trim();
    } else if (unread.size < namesKeptMax) {
      unread.add(name);
    }
  }
  return { ok: true, row };
}

const wrongType = (column: string, wanted: string): ReadRow =>
  faultyRow(column, 'wrong_type', `The member must be ${wanted}.`);

function readValues(value: unknown, names: readonly string[]): GivenValue[] | null {
  if (typeof value === 'string') return splitCell(value);
  if (!Array.isArray(value)) return isObject(value) ? readValues([value], names) : null;
  const values: GivenValue[] = [];
  for (const item of value as unknown[]) {
    const given =
      typeof item === 'string' ? { text: item.trim() } : isObject(item) ? readValue(item, names) : null;
    if (!given) return null;
    if (given.text !== '') values.push(given);
  }
  return values;
}

const details = ['type', 'country', 'source', 'source_url', 'seen_at'] as const;

function readValue(members: Members, names: readonly string[]): GivenValue | null {
  const text = names.map((name) => members[name]).find((given) => given !== undefined);
  if (typeof text !== 'string') return null;
  const value: GivenValue = { text: text.trim() };
  for (const name of details) {
    const given = members[name] ?? undefined;
    if (given === undefined) continue;
    if (typeof given !== 'string') return null;
    if (given.trim() !== '') value[name] = given.trim();
  }
  return value;
}
