import type { FindCall, Lookup } from '../paying/lookup.ts';
import { type Found, failFreeUsedUp, lookupPrice, type Payments } from '../paying/pay.ts';
import { beginLookup } from '../paying/under-way.ts';
import { answerFrom, contactsIn, isEnough, pendingFinding, vetoed } from '../rules.ts';
import type { RefuseEndedKey } from './ended-keys.ts';
import { contactsForTestKey } from './fictional-directory.ts';
import type { FinderOptions } from './finder-options.ts';
import type { ReadResult } from './read-batch.ts';
import type { Begun, SourceLookup } from './source-lookup.ts';
import { wasVetoed } from './vetoes.ts';
import type { Waiting } from './waiting.ts';

/**
 * Why there is no answer yet. `insufficient`: other lookups took the credit, and hits and misses get the same refusal.
 * `answered_before`: another call of the same operation was faster. `needs_sources`: the directory doesn't have enough, and
 * this manner of lookup asks no sources.
 */
export type Unanswered = 'insufficient' | 'under_way' | 'closed' | 'answered_before' | 'needs_sources';

/** Answers a new operation from the directory, or starts asking sources. */
export type AnswerNew = (lookup: Lookup, known: ReadResult) => Promise<Found | Unanswered>;

export interface NewLookupOptions extends FinderOptions {
  payments: Payments;
  sourceLookup: SourceLookup;
  waiting: Pick<Waiting, 'withinBudget'>;
  refuseEndedKey: RefuseEndedKey;
  asksSources: boolean;
}

export function openNewLookups(options: NewLookupOptions): AnswerNew {
  const { db, clock, worker, pepper, isBillable, search, payments, sourceLookup, waiting } = options;

  async function begin(begun: Begun, needed: number): Promise<Found | Unanswered> {
    const { lookup } = begun;
    await options.refuseEndedKey(lookup.call.key);
    const { item } = payments.itemOf(lookup, pendingFinding(), needed);
    const state = await beginLookup(db, worker, item);
    if (state === 'free_used_up') return failFreeUsedUp(item.freeMax, clock.now());
    if (state !== 'begun') return state;
    return waiting.withinBudget(lookup, sourceLookup(begun));
  }

  return async (lookup, known) => {
    const { call, profileHash } = lookup;
    const { key, profile, request } = call;
    const isTest = key.mode === 'test';
    const isRepeat = known.repeat;
    const needed = needs(call, known);
    const contacts = isTest ? contactsForTestKey(profile) : contactsIn(known.document);
    let finding = answerFrom(contacts, request, isBillable, profile.handle);
    const isVeto = finding.warnings.length > 0;
    if (!isTest && !isVeto && !isEnough(contacts, request) && search.covers(profile.network)) {
      const { name } = request;
      const asked = { account: key.account.id, profileHash, handle: profile.handle };
      if (name === undefined || !(await wasVetoed(db, pepper, { ...asked, name }))) {
        if (!options.asksSources) return 'needs_sources';
        return begin({ lookup, known: contacts, isRepeat, avoid: [] }, needed);
      }
      finding = vetoed();
    }
    if (finding.price.credits > 0 && isTest) finding.price = { credits: 0, reason: 'test_key' };
    if (finding.price.credits > 0 && isRepeat) finding.price = { credits: 0, reason: 'repeat' };
    return payments.pay(lookup, finding, needed);
  };
}

/** Credits the account must have, whether or not they are spent. */
export const needs = ({ key }: FindCall, { repeat }: ReadResult): number =>
  key.mode === 'test' || repeat ? 0 : lookupPrice;
