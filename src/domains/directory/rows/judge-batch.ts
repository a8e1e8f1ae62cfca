import { setImmediate as nextTurn } from 'node:timers/promises';
import { suppressionKeysOf } from '#domains/suppression/index.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { type ContactSet, mergeContacts } from '#values/contacts/index.ts';
import { type ProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import type { RowBatch } from '../file/read-rows.ts';
import type { Fault } from './file-row.ts';
import { addReject, type RejectGroups } from './reject-groups.ts';
import { judgeRow } from './row.ts';
import type { Origin } from './row-texts.ts';

/** The merged contacts of one profile's rows. */
export interface ProfileRows {
  hash: string;
  profile: ProfileLink;
  contacts: ContactSet;
  /** Keys of the profile, first, and of every value. */
  suppressionKeys: string[];
  rows: number;
}

/** A rejected row, or a rejected value of an accepted row. */
export interface Reject extends Fault {
  line: number;
  /** Position among several on one line, from 0. */
  place: number;
  scope: 'row' | 'value';
}

export interface JudgedBatch {
  profiles: Map<string, ProfileRows>;
  rejects: Reject[];
  rejectGroups: RejectGroups;
  rejectedRows: number;
  rejectedValues: number;
  throughLine: number;
  warnings: string[];
  format: RowBatch['format'];
}

/** Further rejects on a line are counted but not listed. */
export const rejectsPerLine = 16;

/** Yields to other requests after this many values, about 3 ms of work. A row counts as one plus its values. */
const valuesPerTurn = 300;

/** Judges each row of a batch and merges the rows of the same profile. */
export async function judgeBatch(batch: RowBatch, origin: Origin, pepper: string): Promise<JudgedBatch> {
  const { throughLine, warnings, format } = batch;
  const profiles: JudgedBatch['profiles'] = new Map();
  const judged: JudgedBatch = {
    profiles,
    rejects: [],
    rejectGroups: new Map(),
    rejectedRows: 0,
    rejectedValues: 0,
    throughLine,
    warnings,
    format,
  };
  const reject = (line: number, faults: readonly Fault[], scope: Reject['scope']) => {
    if (scope === 'row') judged.rejectedRows += 1;
    else judged.rejectedValues += faults.length;
    for (const fault of faults) addReject(judged.rejectGroups, line, scope, fault);
    judged.rejects.push(
      ...faults.slice(0, rejectsPerLine).map((fault, place) => ({ line, place, scope, ...fault })),
    );
  };
  await inTurns(batch.rows, (read) => {
    if (!read.ok) {
      reject(read.line, [read.fault], 'row');
      return 0;
    }
    const row = inLine(read.line, batch, () => judgeRow(read.row, origin));
    if (row.ok) add(profiles, row.profile, row.contacts);
    if (row.faults.length > 0) reject(read.line, row.faults, row.ok ? 'value' : 'row');
    return valuesIn(read.row);
  });
  await inTurns(profiles.values(), (rows) => {
    rows.suppressionKeys = suppressionKeysOf(pepper, rows.profile.url, rows.contacts);
    return valuesIn(rows.contacts);
  });
  return judged;
}

/** Says in which line the fault is that refuses the whole file. */
function inLine<Value>(line: number, { mapping }: RowBatch, judge: () => Value): Value {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new FileRefused(error.reason, `Line ${line}: ${error.detail}`, mapping);
  }
}

type Values = Record<'emails' | 'phones' | 'links', readonly unknown[]>;
const valuesIn = ({ emails, phones, links }: Values): number => emails.length + phones.length + links.length;

/** `act` returns the number of values it handled. */
async function inTurns<Item>(items: Iterable<Item>, act: (item: Item) => number): Promise<void> {
  let values = 0;
  for (const item of items) {
    values += 1 + act(item);
    if (values < valuesPerTurn) continue;
    values = 0;
    await nextTurn();
  }
}

function add(profiles: Map<string, ProfileRows>, profile: ProfileLink, contacts: ContactSet): void {
  const known = profiles.get(profile.url);
  if (known) {
    known.contacts = mergeContacts(known.contacts, contacts);
    known.rows += 1;
  } else {
    profiles.set(profile.url, {
      hash: profileHashOf(profile.url),
      profile,
      contacts,
      suppressionKeys: [],
      rows: 1,
    });
  }
}
