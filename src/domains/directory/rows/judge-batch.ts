import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ProfileLink, profileHashOf } from '#core/profile-link/index.ts';
import { type ContactSet, mergeContacts } from '#domains/contacts/index.ts';
import { suppressionKeysOf } from '#domains/suppression/index.ts';
import type { RowBatch } from '../file/read-rows.ts';
import type { Reject } from '../import/imports.ts';
import { judgeRow } from './row.ts';
import type { Origin } from './row-texts.ts';

/** What the rows of one profile say together. */
export interface ProfileRows {
  hash: string;
  profile: ProfileLink;
  contacts: ContactSet;
  /** Of the profile, first, and of every value. */
  suppressionKeys: string[];
  rows: number;
}

export interface JudgedBatch {
  profiles: Map<string, ProfileRows>;
  rejects: Reject[];
  throughLine: number;
  warnings: string[];
}

/** Requests are answered between as many rows: about 3 ms of work. */
const rowsPerTurn = 100;

/** Judges every row of a batch and merges those of the same profile. */
export async function judgeBatch(batch: RowBatch, origin: Origin, pepper: string): Promise<JudgedBatch> {
  const { throughLine, warnings } = batch;
  const judged: JudgedBatch = { profiles: new Map(), rejects: [], throughLine, warnings };
  const { profiles, rejects } = judged;
  await inTurns(batch.rows, (read) => {
    const row = read.ok ? judgeRow(read.row, origin) : read;
    if (row.ok) add(profiles, row.profile, row.contacts);
    else rejects.push({ line: read.line, ...row.fault });
  });
  await inTurns(profiles.values(), (rows) => {
    rows.suppressionKeys = suppressionKeysOf(pepper, rows.profile.url, rows.contacts);
  });
  return judged;
}

async function inTurns<Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> {
  let acted = 0;
  for (const item of items) {
    act(item);
    acted += 1;
    if (acted % rowsPerTurn === 0) await nextTurn();
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
