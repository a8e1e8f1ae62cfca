import { FileRefused, type MappedHeader } from '#values/contact-files/file-refused.ts';
import { allowsMultiple, isContact, isEmail, type Target } from '#values/contact-files/headers/columns.ts';
import { type FileLine, lineFaults } from '#values/contact-files/line-splitter.ts';
import { decisiveStatus } from '../rows/email-words.ts';
import {
  emptyRow,
  type Fault,
  type FileRow,
  faultyRow,
  type GivenValue,
  type NumberedRow,
  type ReadRow,
} from '../rows/file-row.ts';
import { putCell, putValues } from '../rows/put-cell.ts';
import { isNamedLikeStatus, matchStatuses, openEmailStatuses, type SaidStatus } from './email-statuses.ts';
import { type HeaderMap, mappedHeader, meaningOf, phoneTypeOf, warningsOn } from './header.ts';
import type { ReadingOptions, RowReader } from './row-reader.ts';

/** Reads NDJSON: one JSON object per line, with the columns as members. Members with several values may be lists. */
export function ndjsonReader({ skipLines = 0, map = new Map() }: ReadingOptions): RowReader {
  const members = knownMembers(map);
  let sawLine = false;

  const read = (line: FileLine): NumberedRow[] => {
    const isBlank = line.fault === null && line.text.trim() === '';
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
    warnings: () => [...members.statusWarnings(), ...warningsOn([...members.unread])],
    mapping: members.mapping,
  };
}

interface Members {
  targetOf(name: string, beside: Readonly<Record<string, unknown>>): Target | null;
  /** Whether the name is that of an email member plus `status` or the like. */
  isStatus(name: string): boolean;
  readStatus(said: readonly SaidStatus[]): string;
  statusWarnings(): string[];
  unread: ReadonlySet<string>;
  mapping(): MappedHeader[];
  refuseWithoutContacts(): void;
}

const namesKeptMax = 1000;

/** Tracks the meaning of a file's members and which ones occurred. */
function knownMembers(map: HeaderMap): Members {
  const met = new Map<string, Target | null>();
  const unread = new Set<string>();
  const statuses = openEmailStatuses();
  const statusNames = new Map<string, boolean>();
  const statusesRead = new Set<string>();

  return {
    unread,
    statusWarnings: statuses.warnings,
    readStatus(said) {
      for (const { header } of said) if (statusesRead.size < namesKeptMax) statusesRead.add(header);
      return statuses.read(said);
    },
    isStatus(name) {
      let found = statusNames.get(name);
      if (found === undefined) {
        found = !map.has(name.toLowerCase()) && isNamedLikeStatus(name);
        if (statusNames.size < namesKeptMax) statusNames.set(name, found);
      }
      return found;
    },
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
    mapping: () => [
      ...[...met].map(([header, column]) => ({ header, column })),
      ...[...statusesRead].map((header) => ({ header, column: 'email_status' as const })),
    ],
    refuseWithoutContacts() {
      const targets = [...met.values()];
      if (targets.length === 0 || targets.some((target) => target !== null && isContact(target))) return;
      throw new FileRefused(
        'no_contact_column',
        'No member of any line holds an email address, a phone number or a link. If one has it under another name, map it, ' +
          'for example with `map=email=workEmail`.',
        [...met].map(([name, target]) => mappedHeader(name, target)),
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
  const statuses = statusMembers(given, members);
  const isStatus = new Set([...statuses.values()].flat());
  for (const [name, value] of Object.entries(given)) {
    if (value === null || isStatus.has(name)) continue;
    const target = members.targetOf(name, given);
    if (target === null || target === 'ignore') continue;
    const said = (statuses.get(name) ?? []).map((header) => ({ header, text: textOf(given[header]) }));
    const status = members.readStatus(said);
    if (target === 'email_status') members.readStatus([{ header: name, text: textOf(value) }]);
    if (typeof value === 'string') {
      const type = phoneTypeOf(target, name);
      putCell(row, target, value, type ? { type } : { status });
    } else if (target === 'profile_url') return { ok: false, fault: wrongType(name, 'a text') };
    else if (!allowsMultiple(target)) row.faults.push(wrongType(name, 'a text'));
    else putList(row, target, Array.isArray(value) ? value : [value], { status, members, name });
  }
  return { ok: true, row };
}

/** The members that are the status of email members beside them, by their names. */
function statusMembers(given: JsonObject, members: Members): Map<string, string[]> {
  const named = Object.keys(given)
    .filter((name) => given[name] !== null)
    .map((name) => ({ key: name, name }));
  const statuses = named.filter(({ name }) => members.isStatus(name));
  if (statuses.length === 0) return new Map();
  return matchStatuses(
    statuses,
    named.filter(({ name }) => isEmail(members.targetOf(name, given) ?? 'ignore')),
  );
}

const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value));

const wrongType = (column: string, wanted: string): Fault => ({
  column,
  reason: 'wrong_type',
  detail: `The member must be ${wanted}.`,
});

/** Drops items that are neither a text nor an object that contains one. */
function putList(
  row: FileRow,
  target: Target,
  items: readonly unknown[],
  { status, members, name }: { status: string; members: Members; name: string },
): void {
  const kind = kinds[target === 'phone' || target === 'link' ? target : 'email'];
  for (const item of items) {
    const value = typeof item === 'string' ? { text: item } : isObject(item) ? readValue(item, kind) : null;
    if (!value) {
      row.faults.push(wrongType(name, 'a text, an object, or a list of them'));
      continue;
    }
    const { text, ...details } = value;
    const before = row[kind.list].length;
    if (details.status) members.readStatus([{ header: `${name}: status`, text: details.status }]);
    putCell(row, target, text, { status });
    const put = row[kind.list].splice(before);
    putValues(
      row,
      target,
      row[kind.list],
      put.map((one) => ({ ...one, ...details })),
    );
  }
}

/** The list for the values, their names inside an object, and what it may call how sure it is of them. */
const kinds = {
  email: {
    list: 'emails',
    names: ['address', 'email'],
    statuses: ['status', 'verification', 'confidence', 'verification_status', 'email_status'],
  },
  phone: { list: 'phones', names: ['number', 'phone'], statuses: [] },
  link: { list: 'links', names: ['url', 'link'], statuses: [] },
} as const;

const details = ['type', 'country', 'source', 'source_url', 'seen_at'] as const;

function readValue(
  members: JsonObject,
  { names, statuses }: { names: readonly string[]; statuses: readonly string[] },
): GivenValue | null {
  const text = names.map((name) => members[name]).find((given) => given !== undefined);
  if (typeof text !== 'string') return null;
  const value: GivenValue = { text: text.trim() };
  const status = decisiveStatus(statuses.map((name) => textOf(members[name] ?? '')));
  if (status !== '') value.status = status;
  for (const name of details) {
    const given = members[name] ?? undefined;
    if (given === undefined) continue;
    if (typeof given !== 'string') return null;
    if (given.trim() !== '') value[name] = given.trim();
  }
  return value;
}
