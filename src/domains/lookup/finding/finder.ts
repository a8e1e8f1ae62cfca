import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/batch.ts';
import type { Clock } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import { digestId } from '#core/ids.ts';
import type { PersonalDataStore } from '#core/personal-data.ts';
import type { Search, SpendingOf } from '#domains/sources/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { replayOf } from '../paying/answers.ts';
import {
  type FindCall,
  type Found,
  failFind,
  type Lookup,
  lookupPrice,
  openPayments,
  refuseForWantOfCredits,
} from '../paying/pay.ts';
import { beginLookup, tellPending } from '../paying/under-way.ts';
import { answerFrom, type IsBillable, isEnough, isHandle, pendingFinding, vetoed } from '../rules.ts';
import type { FindAnswer, FindRequest } from '../shapes.ts';
import {
  type HotPool,
  type KeyRefusal,
  keyRefusals,
  lookupsAStatement,
  type OperationState,
  parseContacts,
  type ReadItem,
  type ReadResult,
  readBatch,
} from '../sql.ts';
import { openAbandoned } from './abandoned.ts';
import { contactsForTestKey } from './fictional-directory.ts';
import { type Begun, openFurther } from './further.ts';
import { openPersonCheck } from './person-check.ts';
import { isVetoedBefore } from './vetoes.ts';

/** Runs lookups for the whole process; concurrent ones share their round trips to the database. */
export interface Finder {
  find(call: FindCall): Promise<Found>;
  /** Ends pending lookups whose process died. */
  finishAbandoned(): Promise<void>;
  /** Waits for lookups that go on in the background, `timeoutMs` at most. */
  close(timeoutMs: number): Promise<void>;
}

declare module '#core/context.ts' {
  interface Ports {
    finder: Finder;
  }
}

export interface FinderOptions {
  pool: HotPool;
  db: Db;
  clock: Clock;
  log: Log;
  /** This process, as other processes know it. */
  worker: string;
  pepper: string;
  personalData: readonly PersonalDataStore[];
  isBillable: IsBillable;
  settings: { current(): { free_repeat_days: number; lookup_budget_ms: number } };
  search: Search;
  spendingOf: SpendingOf;
  onBatch?: (name: string, items: number) => void;
}

/** So long a lookup waits for a credit that is set aside for others and may come back; then it is refused. */
const creditWaitMs = 3_000;
const pollMs = 100;

export function openFinder(options: FinderOptions): Finder {
  const { pool, db, clock, log, worker, pepper, isBillable, settings, search, onBatch } = options;
  const repeatDays = () => settings.current().free_repeat_days;
  const read = batch<ReadItem, ReadResult>({
    run: (items) => readBatch(pool, items, repeatDays()),
    sizeMax: lookupsAStatement,
    onBatch: (items) => onBatch?.('lookup_read', items),
  });
  const refusalOf = batch<string, KeyRefusal | null>({ run: (keyIds) => keyRefusals(pool, keyIds) });
  const payments = openPayments({ pool, clock, repeatDays, onBatch });
  const persons = openPersonCheck(db, pepper);
  const further = openFurther({ ...options, persons, payments, inBackground });
  const abandoned = openAbandoned({ db, log, worker, read, further, payments });
  const underWay = new Map<string, { requestHash: string; found: Promise<Found> }>();
  const background = new Set<Promise<unknown>>();

  async function look(
    call: FindCall,
    opKey: string,
    requestHash: string | null,
    spentBefore = false,
  ): Promise<Found> {
    const { key, profile } = call;
    const lookup: Lookup = { call, opKey, requestHash, profileHash: profileHashOf(profile.url) };
    const again = () => look(call, digestId('again', opKey), requestHash);
    const startedMs = performance.now();
    const hasTimeFor = (ms: number) => performance.now() - startedMs < ms;
    for (;;) {
      const known = await read({
        account: key.account.id,
        profileHash: lookup.profileHash,
        opKey: call.idempotencyKey === null ? null : opKey,
      });
      if (known.earlier && known.earlier.requestHash !== requestHash) failFind('idempotency_conflict');
      if (known.state === 'answered') return replay(key, replayOf(known.earlier!));
      if (known.state === 'worked_on' || known.state === 'abandoned') {
        const joined = await join(lookup, known.state, startedMs);
        if (joined) return joined;
        continue;
      }
      // Paid or closed under this key, and there is no answer of it any more: now it is a new lookup.
      if (known.state === 'closed' || spentBefore) return again();
      const lacksCredits = needs(call, known) > known.balance;
      if (lacksCredits && (known.held === 0 || !hasTimeFor(creditWaitMs)))
        refuseForWantOfCredits(known.balance);
      if (lacksCredits) {
        await pause(pollMs);
        continue;
      }
      const found = await answer(lookup, known);
      if (typeof found !== 'string') return found;
      if (found === 'closed') return again();
      if (found === 'insufficient' && !hasTimeFor(creditWaitMs)) refuseForWantOfCredits(0);
    }
  }

  /** A new operation's answer. `insufficient`: others took the credit meanwhile, which a hit and a miss are told alike. */
  async function answer(
    lookup: Lookup,
    known: ReadResult,
  ): Promise<Found | 'insufficient' | 'under_way' | 'closed'> {
    const { call, profileHash } = lookup;
    const { key, profile, request } = call;
    const isTest = key.mode === 'test';
    const { paidLately } = known;
    const needed = needs(call, known);
    const contacts = isTest ? contactsForTestKey(profile) : parseContacts(known.contacts);
    let finding = answerFrom(contacts, request, isBillable, profile.handle);
    const isVeto = finding.warnings.length > 0;
    if (!isTest && !isVeto && !isEnough(contacts, request) && search.covers(profile.network)) {
      const { name } = request;
      const asked = { account: key.account.id, profileHash, name: name ?? '' };
      if (
        name === undefined ||
        isHandle(name, profile.handle) ||
        !(await isVetoedBefore(db, pepper, asked))
      ) {
        return begin({ lookup, known: contacts, paidLately, avoid: [] }, needed);
      }
      finding = vetoed();
    }
    if (finding.price.credits > 0 && isTest) finding.price = { credits: 0, reason: 'test_key' };
    if (finding.price.credits > 0 && paidLately) finding.price = { credits: 0, reason: 'repeat' };
    const paid = await payments.pay(lookup, finding, needed);
    return paid === 'answered_before' ? firstAnswer(lookup) : paid;
  }

  async function begin(
    begun: Begun,
    needed: number,
  ): Promise<Found | 'insufficient' | 'under_way' | 'closed'> {
    const { lookup } = begun;
    await refuseEndedKey(lookup.call.key);
    const { item } = payments.itemOf(lookup, pendingFinding(), needed);
    const state = await beginLookup(db, worker, { item, call: lookup.call });
    if (state !== 'begun') return state;
    return withinBudget(lookup, further(begun), settings.current().lookup_budget_ms);
  }

  /** A repeat of what is under way: waits for its end, or takes it over from a process that died; null to look again. */
  async function join(
    lookup: Lookup,
    state: Extract<OperationState, 'worked_on' | 'abandoned'>,
    startedMs: number,
  ): Promise<Found | null> {
    const { call, opKey } = lookup;
    await refuseEndedKey(call.key);
    const operation = { account: call.key.account.id, opKey };
    const msLeft = settings.current().lookup_budget_ms - (performance.now() - startedMs);
    const taken = state === 'abandoned' ? await abandoned.carryOn(operation) : null;
    if (taken) return { ...(await withinBudget(lookup, taken.work, msLeft)), replayed: true };
    if (msLeft > 0) {
      await pause(Math.min(pollMs, msLeft));
      return null;
    }
    const pending = await tellPending(db, operation);
    return pending && { answer: replayOf(pending), replayed: true };
  }

  /** What another call of the same operation has answered meanwhile. */
  const firstAnswer = ({ call, opKey, requestHash }: Lookup): Promise<Found> =>
    look({ ...call, idempotencyKey: call.idempotencyKey ?? opKey }, opKey, requestHash, true);

  /**
   * A ban holds from the moment it is made, on every process. Who completes a lookup is told then; who replays or joins
   * one, or asks sources first, is told here.
   */
  async function refuseEndedKey({ keyId }: KeyCredential): Promise<void> {
    const refusal = await refusalOf(keyId);
    if (refusal) failFind(refusal);
  }

  async function replay(key: KeyCredential, answer: FindAnswer): Promise<Found> {
    await refuseEndedKey(key);
    return { answer: await persons.tellable(answer), replayed: true };
  }

  /** The answer if it comes in time; else a pending one, while the work goes on. */
  async function withinBudget(lookup: Lookup, work: Promise<Found | null>, budgetMs: number): Promise<Found> {
    const { call, opKey } = lookup;
    let timer: NodeJS.Timeout | undefined;
    const budget = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(budgetMs, 0), 'late');
    });
    const first = await Promise.race([work, budget]).finally(() => clearTimeout(timer));
    if (first !== 'late') return first ?? firstAnswer(lookup);
    inBackground(work);
    const pending = await tellPending(db, { account: call.key.account.id, opKey });
    return pending ? { answer: replayOf(pending), replayed: false } : firstAnswer(lookup);
  }

  function inBackground(work: Promise<unknown>): void {
    const watched = work
      .catch((error) => log.error({ error }, 'what a lookup left to do failed'))
      .finally(() => background.delete(watched));
    background.add(watched);
  }

  return {
    find(call) {
      if (call.idempotencyKey === null) return look(call, randomUUIDv7(), null);
      const requestHash = requestHashOf(call.request);
      // A test key's answers are not those of a live one.
      const kind = call.key.mode === 'test' ? 'find for a test' : 'find';
      const opKey = digestId(kind, String(call.key.account.id), call.idempotencyKey);
      // Another key of the account, such as the newer one, is not refused with this one.
      const sameCall = `${call.key.keyId} ${opKey}`;
      const first = underWay.get(sameCall);
      if (first) {
        if (first.requestHash !== requestHash) failFind('idempotency_conflict');
        return first.found.then(({ answer }) => replay(call.key, answer));
      }
      const found = look(call, opKey, requestHash).finally(() => underWay.delete(sameCall));
      underWay.set(sameCall, { requestHash, found });
      return found;
    },
    finishAbandoned: () => abandoned.endAll(),
    async close(timeoutMs) {
      const waited = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([Promise.allSettled(background), waited]);
    },
  };
}

/** What the account must have, whether or not it is spent. */
const needs = ({ key }: FindCall, { paidLately }: ReadResult): number =>
  key.mode === 'test' || paidLately ? 0 : lookupPrice;

const requestHashOf = ({ profile_url, name, include, client_reference }: FindRequest): string =>
  digestId(profile_url, name ?? '', include ? [...include].sort().join() : '', client_reference ?? '');
