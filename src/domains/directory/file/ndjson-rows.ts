import {
  emptyRow,
  type FileRow,
  faultyRow,
  type GivenValue,
  type NumberedRow,
  type ReadRow,
} from '../rows/file-row.ts';
import { putCell, putValues } from '../rows/put-cell.ts';
import { allowsMultiple, isContact, type Target } from './columns.ts';
import { FileRefused } from './file-refused.ts';
import { type HeaderMap, type MappedHeader, meaningOf, unreadColumns } from './header.ts';
import { refuseJson } from './json-refused.ts';
import type { FileLine } from './line-splitter.ts';
import { lineFaults, type ReadingOptions, type RowReader } from './row-reader.ts';

/** Reads NDJSON: one JSON object per line, with the columns as members. Members with several values may be lists. */
export function ndjsonReader({ skipLines = 0, map = new Map() }: ReadingOptions): RowReader {
  const members = knownMembers(map);
  let sawLine = false;
  let sawText = false;

  const read = (line: FileLine): NumberedRow[] => {
    const isBlank = line.fault === null && line.text.trim() === '';
    if (!sawText && !isBlank) {
      refuseJson(line.text, true);
      sawText = true;
    }
    if (line.number <= skipLines || isBlank) return [];
    return [{ line: line.number, lastLine: line.number, ...readLine(line, members) }];
  };
  return {
    push(lines) {
      sawLine ||= lines.length > 0;
      return lines.flatMap(read);
    },
    end() {
      if (!sawLine) throw new FileRefused('empty', 'The file is empty.');
      if (skipLines === 0) members.refuseWithoutContacts();
      return [];
    },
    warnings: () => (members.unread.size > 0 ? [unreadColumns([...members.unread])] : []),
    mapping: members.mapping,
  };
}

interface Members {
  targetOf(name: string, beside: Readonly<Record<string, unknown>>): Target | null;
  unread: ReadonlySet<string>;
  mapping(): MappedHeader[];
  refuseWithoutContacts(): void;
}

const namesKeptMax = 1000;

/** Tracks the meaning of a file's members and which ones occurred. */
function knownMembers(map: HeaderMap): Members {
  const met = new Map<string, Target | null>();
  const unread = new Set<string>();

  return {
    unread,
    targetOf(name, beside) {
      let target = met.get(name);
      if (target === undefined) {
        target = meaningOf(name, map)?.target ?? null;
        if (met.size < namesKeptMax) met.set(name, target);
        if (target === null && unread.size < namesKeptMax) unread.add(name);
      }
      // `url` may be anything when the object also has a `profile_url`.
      const isOther = target === 'profile_url' && name !== 'profile_url' && 'profile_url' in beside;
      return isOther && !map.has(name.toLowerCase()) ? null : target;
    },
    mapping: () => [...met].map(([header, column]) => ({ header, column })),
    refuseWithoutContacts() {
      const targets = [...met.values()];
      if (targets.length === 0 || targets.some((target) => target !== null && isContact(target))) return;
      throw new FileRefused(
        'no_contact_column',
        'No member of any line holds an e-mail address, a phone number or a link. If one has it under another name, map it ' +
          'with map (--map email="workEmail" on the command line).',
      );
    },
  };
}

function readLine(line: FileLine, members: Members): ReadRow {
  if (line.fault) return faultyRow(null, line.fault, lineFaults[line.fault]);
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return faultyRow(null, 'bad_json', 'The line is not JSON.');
  }
  if (!isObject(value)) return faultyRow(null, 'not_an_object', 'The line is JSON, but not an object.');
  return readObject(value, members);
}

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readObject(given: JsonObject, members: Members): ReadRow {
  const row = emptyRow();
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const target = members.targetOf(name, given);
    if (target === null || target === 'ignore') continue;
    if (typeof value === 'string') putCell(row, target, value);
    else if (!allowsMultiple(target)) return wrongType(name, 'a text');
    else if (!putList(row, target, Array.isArray(value) ? value : [value]))
      return wrongType(name, 'a text, an object, or a list of them');
  }
  return { ok: true, row };
}

const wrongType = (column: string, wanted: string): ReadRow =>
  faultyRow(column, 'wrong_type', `The member must be ${wanted}.`);

/** Returns false when an item is neither a text nor an object that contains one. */
function putList(row: FileRow, target: Target, items: readonly unknown[]): boolean {
  const kind = kinds[target === 'phone' || target === 'link' ? target : 'email'];
  for (const item of items) {
    const value =
      typeof item === 'string' ? { text: item } : isObject(item) ? readValue(item, kind.names) : null;
    if (!value) return false;
    const { text, ...details } = value;
    const before = row[kind.list].length;
    putCell(row, target, text);
    const put = row[kind.list].splice(before);
    putValues(
      row,
      target,
      row[kind.list],
      put.map((one) => ({ ...one, ...details })),
    );
  }
  return true;
}

/** The list for the values, and their names inside an object. */
const kinds = {
  email: { list: 'emails', names: ['address', 'email'] },
  phone: { list: 'phones', names: ['number', 'phone'] },
  link: { list: 'links', names: ['url', 'link'] },
} as const;

const details = ['type', 'country', 'source', 'source_url', 'seen_at'] as const;

function readValue(members: JsonObject, names: readonly string[]): GivenValue | null {
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
