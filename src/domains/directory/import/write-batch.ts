import assert from 'node:assert';
import type { Db } from '#core/context.ts';
import { sqlState, sqlStateOf } from '#core/sqlstate.ts';
import {
  holdSuppressions,
  suppressedAmong,
  suppressionKeysOf,
  type Withheld,
  withholdProfiles,
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
import { advanceImport, insertRejects } from './imports.ts';

/** Rows by what became of them; `merged` are those of the accepted whose profile was known before. */
export interface Outcome {
  accepted: number;
  merged: number;
  suppressed: number;
  /** Rows of profiles that nobody knows, without any way to reach the person. */
  withoutContact: number;
}

export interface BatchWriter {
  /** A connection on which nothing else is under way. */
  connection: Db;
  pepper: string;
  importId: string;
  /** Told of rows that are written and committed, by what became of them. */
  onRows?: (outcome: string, rows: number) => void;
}

export interface BatchPlace {
  linesBefore: number;
  workedMs: number;
  /** How many of the batch's rejects are kept; all are counted. */
  rejectsKept: number;
}

/**
 * Writes a batch, its rejects and the import's counts in one transaction: however the process ends, the import goes on
 * exactly behind the last batch that was written. A deadlock with a transaction that is no import is tried again.
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
  const { rejects, rejectedRows, rejectedValues, throughLine, warnings, profiles } = batch;
  await holdSuppressions(db);
  const outcome: Outcome = { accepted: 0, merged: 0, suppressed: 0, withoutContact: 0 };
  const tally: Tally = new Map();
  let left = [...profiles.values()];
  // What another import wrote meanwhile is locked by the first try, so the second finds it as it stays.
  for (let round = 1; left.length > 0; round += 1) {
    assert(round <= 3, 'a locked profile was written by someone else');
    left = await extendProfiles(db, { pepper, importId }, left, outcome, tally);
  }
  await addTally(db, tally);
  await insertRejects(db, importId, rejects.slice(0, place.rejectsKept));
  await advanceImport(db, importId, {
    ...outcome,
    linesBefore: place.linesBefore,
    lines: throughLine,
    rejected: rejectedRows,
    rejectedValues,
    warnings,
    workedMs: place.workedMs,
  });
  return outcome;
}

/** Adds what the rows say to the profiles; returns those that someone else has changed between reading and writing. */
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
  const taken = leaveOutEmpty(await leaveOutSuppressed(db, candidates, outcome), outcome);
  const changed = taken.filter(({ known, merged, said }) => known?.contacts !== merged || said.length > 0);
  const written = await writeProfiles(db, changed.map(toWrite));
  await writeStatements(
    db,
    changed.flatMap(({ rows, said }) => (written.has(rows.hash) ? said : [])),
  );

  const lost = changed.filter(({ rows }) => !written.has(rows.hash));
  const isLost = new Set(lost);
  for (const candidate of taken) if (!isLost.has(candidate)) countAccepted(candidate, outcome, tally);
  return lost.map(({ rows }) => rows);
}

/** A person of whom anything is suppressed is left out whole, now and in later rows that don't show why. */
async function leaveOutSuppressed(db: Db, candidates: Candidate[], outcome: Outcome): Promise<Candidate[]> {
  const suppressed = await suppressedAmong(db, candidates.flatMap(keysToAsk));
  if (suppressed.size === 0) return candidates;
  const taken: Candidate[] = [];
  const withheld: Withheld[] = [];
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
  await withholdProfiles(db, withheld);
  return taken;
}

/** A profile that nobody knows is not made of a name alone; one that is known learns the name. */
function leaveOutEmpty(candidates: readonly Candidate[], outcome: Outcome): Candidate[] {
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
  /** What is known already, itself, where the rows say nothing new. */
  merged: ContactSet;
  /** Of what is to be stored. */
  keys: readonly string[];
  /** The one import that will have said all of it, if it is one. */
  importId: string | null;
  /** What has to be kept of single imports. */
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

/** What this import says, added to what it has said; and what the only import before said, which the profile showed until now. */
function statementsFor(importId: string, { hash, contacts }: ProfileRows, known: StoredProfile) {
  const own = known.said === null ? contacts : mergeContacts(known.said, contacts);
  const before =
    known.importId === null ? [] : [{ hash, importId: known.importId, contactsJson: known.contactsJson }];
  return own === known.said ? before : [...before, { hash, importId, contactsJson: JSON.stringify(own) }];
}

/** Of what is stored and of what the rows give, whether or not there was room to keep it. */
const keysToAsk = ({ rows, known }: Candidate): readonly string[] =>
  known ? [...known.suppressionKeys, ...rows.suppressionKeys] : rows.suppressionKeys;

const toWrite = ({ rows, known, merged, keys, importId }: Candidate): ProfileToWrite => ({
  hash: rows.hash,
  profile: rows.profile,
  contactsJson: merged === known?.contacts ? known.contactsJson : JSON.stringify(merged),
  suppressionKeys: keys,
  importId,
  versionRead: known?.version ?? 0,
});
