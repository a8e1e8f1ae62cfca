import assert from 'node:assert';
import type { Db } from '#core/context.ts';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import {
  type ProfileSuppression,
  shareSuppressionLock,
  suppressedAmong,
  suppressionKeysOf,
  suppressProfilesByValue,
} from '#domains/suppression/index.ts';
import { type ContactSet, mergeContacts } from '#values/contacts/index.ts';
import { type StatementToWrite, writeStatements } from '../profiles/statements.ts';
import {
  type ProfileToWrite,
  readProfiles,
  type StoredProfile,
  writeProfiles,
} from '../profiles/stored-profiles.ts';
import { addTally, count, type Tally } from '../profiles/tally.ts';
import type { JudgedBatch, ProfileRows } from '../rows/judge-batch.ts';
import { hasContacts } from '../rows/row.ts';
import { advanceImport, insertRejectGroups, insertRejects } from './imports.ts';

/** Rows by outcome. `merged` are the accepted rows about a profile that was already known. */
export interface Outcome {
  accepted: number;
  merged: number;
  suppressed: number;
  /** Rows about an unknown profile that contain no way to reach the person. */
  withoutContact: number;
}

export interface BatchWriter {
  /** A connection that runs nothing else. */
  connection: Db;
  pepper: string;
  importId: string;
  /** Told of rows that are written and committed, by what became of them. */
  onRows?: (outcome: string, rows: number) => void;
}

export interface BatchPlace {
  linesBefore: number;
  workedMs: number;
  /** How many of the batch's rejects to store. All are counted. */
  rejectsKept: number;
}

/**
 * Writes a batch, its rejects and the import's counts in one transaction, so that the import always resumes exactly after the
 * last committed batch. Retries after a deadlock with another kind of transaction.
 */
export async function writeBatch(writer: BatchWriter, batch: JudgedBatch, place: BatchPlace): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await writer.connection
        .transaction()
        .execute((transaction) => writeIn(transaction, writer, batch, place));
      countRows(writer, outcome, batch.rejectedRows);
      return;
    } catch (error) {
      if (attempt >= 3 || !retryable.has(sqlStateOf(error))) throw error;
    }
  }
}

const retryable = new Set<unknown>([sqlState.deadlockDetected, sqlState.lockNotAvailable]);

function countRows({ onRows }: BatchWriter, outcome: Outcome, rejected: number): void {
  onRows?.('new', outcome.accepted - outcome.merged);
  onRows?.('merged', outcome.merged);
  onRows?.('suppressed', outcome.suppressed);
  onRows?.('without_contact', outcome.withoutContact);
  onRows?.('rejected', rejected);
}

async function writeIn(
  db: Db,
  { pepper, importId }: BatchWriter,
  batch: JudgedBatch,
  place: BatchPlace,
): Promise<Outcome> {
  const { rejects, rejectedRows, rejectedValues, throughLine, warnings, format, profiles } = batch;
  await shareSuppressionLock(db);
  const outcome: Outcome = { accepted: 0, merged: 0, suppressed: 0, withoutContact: 0 };
  const tally: Tally = new Map();
  let left = [...profiles.values()];
  // The first try locks profiles that another import wrote in the meantime, so the second try sees their final version.
  for (let round = 1; left.length > 0; round += 1) {
    assert(round <= 3, 'another transaction wrote a locked profile');
    left = await extendProfiles(db, { pepper, importId }, left, outcome, tally);
  }
  await addTally(db, tally);
  await insertRejects(db, importId, rejects.slice(0, place.rejectsKept));
  await insertRejectGroups(db, importId, batch.rejectGroups);
  await advanceImport(db, importId, {
    ...outcome,
    linesBefore: place.linesBefore,
    lines: throughLine,
    rejected: rejectedRows,
    rejectedValues,
    warnings,
    format,
    workedMs: place.workedMs,
  });
  return outcome;
}

/** Merges the rows into their profiles. Returns those that another transaction changed since they were read. */
async function extendProfiles(
  db: Db,
  { pepper, importId }: Pick<BatchWriter, 'pepper' | 'importId'>,
  given: readonly ProfileRows[],
  outcome: Outcome,
  tally: Tally,
): Promise<ProfileRows[]> {
  const hashes = given.map(({ hash }) => hash);
  const stored = await readProfiles(db, hashes, importId);
  const candidates = given.map((rows) => candidateOf({ pepper, importId }, rows, stored.get(rows.hash)));
  const taken = skipEmpty(await skipSuppressed(db, candidates, outcome), outcome);
  const changed = taken.filter(({ known, merged, said }) => known?.contacts !== merged || said.length > 0);
  const written = await writeProfiles(db, pepper, changed.map(toWrite));
  await writeStatements(
    db,
    changed.flatMap(({ rows, said }) => (written.has(rows.hash) ? said : [])),
  );

  const lost = changed.filter(({ rows }) => !written.has(rows.hash));
  const isLost = new Set(lost);
  for (const candidate of taken) if (!isLost.has(candidate)) countAccepted(candidate, outcome, tally);
  return lost.map(({ rows }) => rows);
}

/** Skips people with any suppressed value, now and in later rows that don't show why. */
async function skipSuppressed(db: Db, candidates: Candidate[], outcome: Outcome): Promise<Candidate[]> {
  const suppressed = await suppressedAmong(db, candidates.flatMap(keysToAsk));
  if (suppressed.size === 0) return candidates;
  const taken: Candidate[] = [];
  const withheld: ProfileSuppression[] = [];
  for (const candidate of candidates) {
    const becauseOf = keysToAsk(candidate).find((key) => suppressed.has(key));
    if (becauseOf === undefined) {
      taken.push(candidate);
      continue;
    }
    outcome.suppressed += candidate.rows.rows;
    const profileKey = candidate.rows.suppressionKeys[0]!;
    if (!suppressed.has(profileKey)) withheld.push({ profileKey, becauseOf });
  }
  await suppressProfilesByValue(db, withheld);
  return taken;
}

/** A name alone doesn't create a profile, but it is added to a known one. */
function skipEmpty(candidates: readonly Candidate[], outcome: Outcome): Candidate[] {
  return candidates.filter(({ rows, known }) => {
    if (known || hasContacts(rows.contacts)) return true;
    outcome.withoutContact += rows.rows;
    return false;
  });
}

function countAccepted({ rows, known, merged }: Candidate, outcome: Outcome, tally: Tally): void {
  outcome.accepted += rows.rows;
  outcome.merged += known ? rows.rows : rows.rows - 1;
  if (merged === known?.contacts) return;
  if (known) count(tally, known.network, known.contacts, -1);
  count(tally, rows.profile.network, merged, 1);
}

interface Candidate {
  rows: ProfileRows;
  known: StoredProfile | undefined;
  /** The stored contacts themselves, when the rows add nothing. */
  merged: ContactSet;
  /** Keys of the contacts to store. */
  keys: readonly string[];
  /** The import that contributed everything, if there is only one. */
  importId: string | null;
  /** The statements of individual imports to store. */
  said: readonly StatementToWrite[];
}

function candidateOf(
  { pepper, importId }: Pick<BatchWriter, 'pepper' | 'importId'>,
  rows: ProfileRows,
  known: StoredProfile | undefined,
): Candidate {
  if (!known) return { rows, known, merged: rows.contacts, keys: rows.suppressionKeys, importId, said: [] };
  const merged = mergeContacts(known.contacts, rows.contacts);
  const isSame = merged === known.contacts;
  const keys = isSame ? known.suppressionKeys : suppressionKeysOf(pepper, rows.profile.url, merged);
  if (isSame && isEmpty(rows.contacts))
    return { rows, known, merged, keys, importId: known.importId, said: [] };
  const isAlone = known.importId === importId;
  const said = isAlone ? [] : statementsFor(importId, rows, known);
  return { rows, known, merged, keys, importId: isAlone ? importId : null, said };
}

const isEmpty = (contacts: ContactSet): boolean =>
  !hasContacts(contacts) && Object.values(contacts.person).every((text) => text === null);

/** This import's statement, merged with its earlier one; and that of the only previous import, which the profile held so far. */
function statementsFor(importId: string, { hash, contacts }: ProfileRows, known: StoredProfile) {
  const own = known.said === null ? contacts : mergeContacts(known.said, contacts);
  const before =
    known.importId === null ? [] : [{ hash, importId: known.importId, contactsJson: known.contactsJson }];
  return own === known.said ? before : [...before, { hash, importId, contactsJson: JSON.stringify(own) }];
}

/** Keys of what is stored and of everything in the rows, including values there was no room to store. */
const keysToAsk = ({ rows, known }: Candidate): readonly string[] =>
  known ? [...known.suppressionKeys, ...rows.suppressionKeys] : rows.suppressionKeys;

const toWrite = ({ rows, known, merged, keys, importId }: Candidate): ProfileToWrite => ({
  hash: rows.hash,
  profile: rows.profile,
  contacts: merged,
  suppressionKeys: keys,
  importId,
  versionRead: known?.version ?? null,
});
