import { setTimeout as pause } from 'node:timers/promises';
import { profileHashOf } from '#values/profile-link/index.ts';
import { openAtOnce } from '../fast-path/at-once.ts';
import { replayOf } from '../paying/answers.ts';
import { type FindCall, keyAfter, type Lookup } from '../paying/lookup.ts';
import {
  type Found,
  failBudgetReached,
  failFind,
  failFreeUsedUp,
  failInsufficientCredits,
  lookupPrice,
} from '../paying/pay.ts';
import { beginLookup } from '../paying/under-way.ts';
import { answerFrom, contactsIn, isEnough, pendingFinding, vetoed } from '../rules.ts';
import { contactsForTestKey } from './fictional-directory.ts';
import type { Parts } from './parts.ts';
import type { ReadResult } from './read-batch.ts';
import type { Begun, SourceLookup } from './source-lookup.ts';
import { wasVetoed } from './vetoes.ts';
import { pollMs, type Waiting } from './waiting.ts';

/** Takes one operation from its current state to its answer. `requestHash` is null without an idempotency key. */
export type LookUp = (
  call: FindCall,
  opKey: string,
  requestHash: string | null,
) => Promise<Found | 'needs_sources'>;

export function openLookUp(parts: Parts, sourceLookup: SourceLookup, waiting: Waiting): LookUp {
  const { read, replay, creditWaitMs } = parts;
  const answerAtOnce = openAtOnce(parts, parts.batchMax);
  const answerNew = openNewLookups(parts, sourceLookup, waiting);

  async function lookUp(lookup: Lookup, alreadySpent = false): Promise<Found | 'needs_sources'> {
    const { call, opKey, requestHash } = lookup;
    const { key } = call;
    const again = () => lookUp({ ...lookup, opKey: keyAfter(opKey) });
    /** The answer that another call of this operation stored in the meantime. */
    const firstAnswer = () => lookUp(lookup, true);
    const startedMs = performance.now();
    const hasTimeForCredit = () => performance.now() - startedMs < creditWaitMs;
    for (;;) {
      const known = await read({
        account: key.account.id,
        hasPriority: key.hasPriority,
        profileHash: lookup.profileHash,
        // Also without an idempotency key: the statement that paid for it may have been sent again because its result was lost.
        opKey,
      });
      if (known.earlier && known.earlier.request_hash !== requestHash) failFind('idempotency_conflict');
      if (known.state === 'answered') return replay(call, replayOf(opKey, known.earlier!));
      if (known.state === 'worked_on' || known.state === 'abandoned') {
        const joined = await waiting.join(lookup, known.state, startedMs);
        if (joined === 'answered_before') return replayed(await firstAnswer());
        if (joined) return replayed(joined);
        continue;
      }
      // The key was spent or closed and its answer is gone, so this is a new lookup.
      if (known.state === 'closed' || alreadySpent) return again();
      if (needs(call, known) > known.balance) {
        if (known.held === 0 || !hasTimeForCredit()) failInsufficientCredits(known.balance);
        await pause(pollMs);
        continue;
      }
      const found = await answerNew(lookup, known);
      if (typeof found !== 'string' || found === 'needs_sources') return found;
      if (found === 'answered_before') return firstAnswer();
      if (found === 'closed') return again();
      if (found === 'insufficient' && !hasTimeForCredit()) failInsufficientCredits(0);
    }
  }

  return (call, opKey, requestHash) => {
    const lookup = { call, opKey, requestHash, profileHash: profileHashOf(call.profile.url) };
    return answerAtOnce(lookup, lookUp);
  };
}

const replayed = (found: Found | 'needs_sources') =>
  found === 'needs_sources' ? found : { ...found, replayed: true };

/** How long a caller waits for a check of emails. */
const freshMs = 5_000;

/**
 * Why there is no answer yet. `insufficient`: other lookups took the credit, and hits and misses get the same refusal.
 * `answered_before`: another call of the same operation was faster. `needs_sources`: the directory doesn't have enough, and
 * this manner of lookup asks no sources.
 */
type Unanswered = 'insufficient' | 'under_way' | 'closed' | 'answered_before' | 'needs_sources';

/** Answers a new operation from the directory, or starts asking sources. */
function openNewLookups(parts: Parts, sourceLookup: SourceLookup, waiting: Waiting) {
  const { db, clock, worker, pepper, isBillable, search, payments } = parts;

  async function begin(begun: Begun, needed: number): Promise<Found | Unanswered> {
    const { lookup } = begun;
    await parts.refuseEndedKey(lookup.call.key);
    const { item } = payments.itemOf(lookup, pendingFinding(), needed);
    const state = await beginLookup(db, worker, item);
    if (state === 'free_used_up') return failFreeUsedUp(item.freeMax, clock.now());
    if (state === 'budget_reached') return failBudgetReached(db, lookup.call);
    if (state !== 'begun') return state;
    const waitsMs = lookup.call.request.verify ? Math.min(parts.budget(), freshMs) : undefined;
    return waiting.withinBudget(lookup, sourceLookup(begun), waitsMs);
  }

  return async (lookup: Lookup, known: ReadResult): Promise<Found | Unanswered> => {
    const { call } = lookup;
    const { key, profile, request } = call;
    const isTest = key.mode === 'test';
    const isRepeat = known.repeat;
    const needed = needs(call, known);
    const contacts = isTest ? contactsForTestKey(profile) : contactsIn(known.document);
    let finding = answerFrom(contacts, request, isBillable, profile.handle);
    const isVeto = finding.warnings.length > 0;
    if (!isTest && !isVeto && !isEnough(contacts, request) && search.covers(profile.network)) {
      if (!(await wasVetoed(db, pepper, lookup))) {
        if (!parts.asksSources) return 'needs_sources';
        return begin({ lookup, known: contacts, isRepeat, avoid: [] }, needed);
      }
      finding = vetoed();
    }
    if (!isTest && request.verify && finding.emails.length > 0) {
      if (!parts.asksSources) return 'needs_sources';
      return begin({ lookup, known: contacts, isRepeat, avoid: [] }, needed);
    }
    if (finding.price.credits > 0 && isTest) finding.price = { credits: 0, reason: 'test_key' };
    if (finding.price.credits > 0 && isRepeat) finding.price = { credits: 0, reason: 'repeat' };
    return payments.pay(lookup, finding, needed);
  };
}

/** Credits the account must have, whether or not they are spent. */
const needs = ({ key }: FindCall, { repeat }: ReadResult): number =>
  key.mode === 'test' || repeat ? 0 : lookupPrice;
