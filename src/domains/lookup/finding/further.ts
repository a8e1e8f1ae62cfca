import type { Db, Log } from '#core/context.ts';
import { openLeases } from '#core/leases.ts';
import type { PersonalDataStore } from '#core/personal-data.ts';
import type { Search, SearchResult, Spending, SpendingOf } from '#domains/sources/index.ts';
import { keepOut } from '#domains/suppression/index.ts';
import { type ContactSet, noContacts } from '#values/contacts/index.ts';
import {
  type Found,
  type Lookup,
  lookupPrice,
  type Payments,
  refuseForWantOfCredits,
} from '../paying/pay.ts';
import { dropLookup, type OperationKey, renewLookups, settleLookup } from '../paying/under-way.ts';
import {
  answerFrom,
  type Finding,
  failedFinding,
  type IsBillable,
  isEnough,
  isVetoed,
  nothingFound,
  wantsOf,
} from '../rules.ts';
import { nameMarks } from './name-marks.ts';
import type { PersonCheck } from './person-check.ts';

export interface FurtherOptions {
  db: Db;
  log: Log;
  /** This process, as other processes know it. */
  worker: string;
  search: Search;
  spendingOf: SpendingOf;
  persons: PersonCheck;
  personalData: readonly PersonalDataStore[];
  pepper: string;
  payments: Payments;
  isBillable: IsBillable;
  /** Takes work that no answer waits for; a failure is logged. */
  inBackground(work: Promise<unknown>): void;
}

export interface Begun {
  lookup: Lookup;
  /** What the directory has. */
  known: ContactSet | null;
  paidLately: boolean;
  /** Free sources that a process was asking about this person when it died. */
  avoid: readonly string[];
}

/** Ends a lookup that has begun with the help of the sources, however long they take; null where another process did. */
export type LookFurther = (begun: Begun) => Promise<Found | null>;

/**
 * What the directory can't answer is asked of the sources. The price was set aside before; it is settled or released in
 * the transaction that keeps the answer. About a suppressed person nobody is asked, and everything goes as it would for
 * somebody whom no source knows.
 */
export function openFurther(options: FurtherOptions): LookFurther {
  const { db, log, worker, spendingOf, persons, payments, pepper } = options;
  const leases = openLeases<OperationKey>(
    (operations) => renewLookups(db, worker, operations),
    (error) => log.error({ error }, 'lookups under way could not be renewed'),
  );

  async function end(begun: Begun, searched: Searched): Promise<Found | null> {
    const { lookup, paidLately } = begun;
    const { finding, vetoedName } = searched;
    const needed = paidLately || finding.status === 'failed' ? 0 : lookupPrice;
    const { item, answer } = payments.itemOf(lookup, finding, needed);
    const settled = await settleLookup(db, {
      item,
      rememberRepeats: payments.remembersRepeats(),
      nameMarks: vetoedName === null ? null : nameMarks(pepper, lookup.profileHash, vetoedName),
    });
    if (settled.outcome === 'answered_before') return null;
    if (settled.outcome === 'insufficient') {
      const isDropped = await dropLookup(db, worker, operationOf(lookup));
      if (isDropped) refuseForWantOfCredits(settled.balance);
      // A caller was told that it is pending, so it ends in any case.
      return end(begun, { ...searched, finding: unpaidFinding() });
    }
    answer.credits.remaining = settled.balance;
    return { answer, replayed: false };
  }

  return async (begun) => {
    const { lookup, known } = begun;
    const { profile, key } = lookup.call;
    const operation = operationOf(lookup);
    using _alive = leases.keep(operation);
    try {
      const isKeptOut = await persons.isSuppressed(profile, known);
      const spending = spendingOf({ account: key.account, opKey: lookup.opKey, isPretended: isKeptOut });
      const searched = await searchSources(options, begun, { isKeptOut, spending });
      return searched && (await end(begun, searched));
    } catch (error) {
      // Its credit is free at once, if the database can be reached; else when the lease is over.
      await dropLookup(db, worker, operation).catch(() => false);
      throw error;
    }
  };
}

const operationOf = ({ call, opKey }: Lookup): OperationKey => ({ account: call.key.account.id, opKey });

interface Searched {
  finding: Finding;
  /** The name of a person whom a paid source showed and the caller's name ruled out. */
  vetoedName: string | null;
}

async function searchSources(
  { db, search, persons, personalData, pepper, isBillable, inBackground }: FurtherOptions,
  { lookup, known, paidLately, avoid }: Begun,
  { isKeptOut, spending }: { isKeptOut: boolean; spending: Spending },
): Promise<Searched | null> {
  const { call, profileHash } = lookup;
  const { profile, request } = call;
  const result = await search.run({
    profile,
    profileHash,
    wants: wantsOf(request),
    name: request.name ?? null,
    known: isKeptOut ? null : known,
    pretend: isKeptOut,
    // Whom the name rules out is not returned, whatever else would be found.
    enough: (contacts) => isEnough(contacts, request) || isVetoed(contacts, request, profile.handle),
    spending,
    avoid,
  });
  if (result.lost) return null;
  const isHidden = (await persons.isSuppressed(profile, result.contacts)) || result.optedOut;
  if (isHidden && !isKeptOut) {
    const { contacts, optedOut } = result;
    const person = { profileUrl: profile.url, profileHash, contacts, optedOut };
    const ports = { personalData, suppressionPepper: pepper };
    inBackground(db.transaction().execute((transaction) => keepOut({ db: transaction, ports }, person)));
  }
  const finding = findingOf(isHidden ? asUnknown(result, isKeptOut) : result, lookup.call, isBillable);
  if (finding.price.credits > 0 && paidLately) finding.price = { credits: 0, reason: 'repeat' };
  const isRuledOut = !isHidden && spending.hasAsked() && isVetoed(result.contacts, request, profile.handle);
  return { finding, vetoedName: isRuledOut ? result.contacts.person.full_name : null };
}

/** What the same sources would have said of nobody they know; one that was asked and found the person has answered. */
const asUnknown = (result: SearchResult, isKeptOut: boolean): SearchResult => ({
  ...result,
  contacts: noContacts,
  answered: result.answered || !isKeptOut,
});

/** Says when nothing was found because sources did not answer, so that nobody takes it for «not known». */
function findingOf(
  { contacts, answered, troubles, limited }: SearchResult,
  { request, profile: { handle } }: Lookup['call'],
  isBillable: IsBillable,
): Finding {
  const finding = answerFrom(contacts, request, isBillable, handle);
  const isWhole = troubles.length === 0 && !limited;
  if (finding.status === 'completed' || isWhole || finding.warnings.length > 0) return finding;
  if (answered || limited) {
    return nothingFound([
      { code: 'sources_incomplete', detail: 'Not every source could be asked; later more may be known.' },
    ]);
  }
  return failedFinding({
    code: 'sources_unavailable',
    detail: 'No source could be asked; nothing was charged. Try again later with a new idempotency key.',
  });
}

const unpaidFinding = (): Finding =>
  failedFinding({
    code: 'insufficient_credits',
    detail: 'No credit was left for it when the sources had answered; nothing was charged.',
  });
