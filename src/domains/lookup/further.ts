import type { Db } from '#core/context.ts';
import { type ContactSet, noContacts } from '#domains/contacts/index.ts';
import type { Search, SearchResult } from '#domains/sources/index.ts';
import { keepOut, type PeopleKeepers } from '#domains/suppression/index.ts';
import { holdForLookup, settleLookup } from './held.ts';
import { type Found, type Lookup, lookupPrice, type Payments, refuseForWantOfCredits } from './pay.ts';
import type { PersonCheck } from './person-check.ts';
import { answerFrom, type Finding, type IsBillable, isEnough, nothingFound, wantsOf } from './rules.ts';

export interface FurtherOptions {
  db: Db;
  search: Search;
  persons: PersonCheck;
  people: PeopleKeepers;
  pepper: string;
  payments: Payments;
  isBillable: IsBillable;
  /** Takes work that no answer waits for; a failure is logged. */
  inBackground(work: Promise<unknown>): void;
}

/** Ends a lookup with the help of the sources, however long they take; null where it was answered before. */
export type LookFurther = (
  lookup: Lookup,
  known: ContactSet | null,
  paidLately: boolean,
) => Promise<Found | null>;

/**
 * What the directory can't answer is asked of the sources. A credit is set aside before the first paid one; the hold is
 * settled or released in the transaction that keeps the answer. About a suppressed person nobody is asked, and everything
 * goes as it would for somebody whom no source knows.
 */
export function openFurther(options: FurtherOptions): LookFurther {
  const { db, search, persons, people, pepper, payments, isBillable, inBackground } = options;
  return async (lookup, known, paidLately) => {
    const { call, opKey, profileHash } = lookup;
    const { profile, request, key } = call;
    const isKeptOut = await persons.isSuppressed(profile, known);

    let hold: number | null = null;
    let lacksCredits = false;
    const mayPay = async () => {
      if (paidLately) return true;
      const held = await holdForLookup(db, key.account.id, opKey, lookupPrice);
      if (held.state === 'open') hold = held.hold;
      lacksCredits = held.state === 'insufficient';
      return !lacksCredits;
    };
    const result = await search.run({
      profile,
      profileHash,
      wants: wantsOf(request),
      name: request.name ?? null,
      known: isKeptOut ? null : known,
      pretend: isKeptOut,
      enough: (contacts) => isEnough(contacts, request),
      mayPay,
    });
    const isHidden = (await persons.isSuppressed(profile, result.contacts)) || result.optedOut;
    if (isHidden && !isKeptOut) {
      const { contacts, optedOut } = result;
      const person = { profileUrl: profile.url, profileHash, contacts, optedOut };
      const ports = { people, suppressionPepper: pepper };
      inBackground(db.transaction().execute((transaction) => keepOut({ db: transaction, ports }, person)));
    }
    const finding = findingOf(isHidden ? asUnknown(result, isKeptOut) : result, call, isBillable);
    if (lacksCredits && finding.status !== 'completed') refuseForWantOfCredits(0);
    if (finding.price.credits > 0 && paidLately) finding.price = { credits: 0, reason: 'repeat' };
    if (hold === null) return payments.pay(lookup, finding);

    const { item, answer } = payments.itemOf(lookup, finding);
    const settled = await settleLookup(db, hold, item, payments.remembersRepeats());
    // The lease ended while the sources were asked: what was set aside is free again, so it is spent like any other.
    if (settled.outcome === 'lease_over') return payments.pay(lookup, finding);
    if (settled.outcome === 'answered_before') return null;
    answer.credits.remaining = settled.balance;
    return { answer, replayed: false };
  };
}

/** What the same sources would have said of nobody they know; one that was asked and found the person has answered. */
const asUnknown = (result: SearchResult, isKeptOut: boolean): SearchResult => ({
  ...result,
  contacts: noContacts,
  answered: result.answered || !isKeptOut,
});

/** Says when nothing was found because sources did not answer, so that nobody takes it for «not known». */
function findingOf(
  { contacts, answered, troubles }: SearchResult,
  { request, profile: { handle } }: Lookup['call'],
  isBillable: IsBillable,
): Finding {
  const finding = answerFrom(contacts, request, isBillable, handle);
  if (finding.status === 'completed' || troubles.length === 0 || finding.warnings.length > 0) return finding;
  if (answered) {
    return nothingFound([
      { code: 'sources_incomplete', detail: 'Not every source could be asked; later more may be known.' },
    ]);
  }
  const detail = 'No source could be asked; nothing was charged. Try again later with a new idempotency key.';
  return {
    ...nothingFound([{ code: 'sources_unavailable', detail }]),
    status: 'failed',
    price: { credits: 0, reason: 'failed' },
  };
}
