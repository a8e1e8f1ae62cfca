import { randomUUIDv7 } from 'node:crypto';
import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/batch.ts';
import type { Clock } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import { Failure, fail } from '#core/failure.ts';
import { digestId } from '#core/ids.ts';
import { profileHashOf } from '#core/profile-link/index.ts';
import type { ContactSet } from '#domains/contacts/index.ts';
import type { Search } from '#domains/sources/index.ts';
import type { PeopleKeepers } from '#domains/suppression/index.ts';
import { replayOf } from './answers.ts';
import { contactsForTestKey } from './fictional-directory.ts';
import { openFurther } from './further.ts';
import { keepWorking, leavePendingCall, type PendingLookup, takeAbandoned, workingMs } from './held.ts';
import {
  type FindCall,
  type Found,
  type Lookup,
  lookupPrice,
  openPayments,
  refuseForWantOfCredits,
} from './pay.ts';
import { openPersonCheck } from './person-check.ts';
import { answerFrom, type Finding, type IsBillable, isEnough, nothingFound } from './rules.ts';
import type { FindAnswer, FindRequest } from './shapes.ts';
import {
  type HotPool,
  type KeyRefusal,
  keyRefusals,
  lookupsAStatement,
  type ReadItem,
  type ReadResult,
  readBatch,
} from './sql.ts';

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
  pepper: string;
  people: PeopleKeepers;
  isBillable: IsBillable;
  settings: { current(): { free_repeat_days: number; lookup_budget_ms: number } };
  search: Search;
  onBatch?: (name: string, items: number) => void;
}

export function openFinder(options: FinderOptions): Finder {
  const { pool, db, clock, log, pepper, people, isBillable, settings, search, onBatch } = options;
  const repeatDays = () => settings.current().free_repeat_days;
  const read = batch<ReadItem, ReadResult>({
    run: (items) => readBatch(pool, items, repeatDays()),
    sizeMax: lookupsAStatement,
    onBatch: (items) => onBatch?.('lookup_read', items),
  });
  const refusalOf = batch<string, KeyRefusal | null>({ run: (keyIds) => keyRefusals(pool, keyIds) });
  const payments = openPayments({ pool, clock, repeatDays, onBatch });
  const persons = openPersonCheck(db, pepper);
  const further = openFurther({ db, search, persons, people, pepper, payments, isBillable, inBackground });
  const underWay = new Map<string, { requestHash: string; found: Promise<Found> }>();
  const background = new Set<Promise<unknown>>();

  async function look(
    call: FindCall,
    opKey: string,
    requestHash: string | null,
    spentBefore = false,
  ): Promise<Found> {
    const { key, profile, request } = call;
    const lookup: Lookup = { call, opKey, requestHash, profileHash: profileHashOf(profile.url) };
    const known = await read({
      account: key.account.id,
      profileHash: lookup.profileHash,
      opKey: call.idempotencyKey === null ? null : opKey,
    });
    if (known.earlier) {
      if (known.earlier.requestHash !== requestHash) fail('idempotency_conflict');
      return replay(key, replayOf(known.earlier));
    }
    // Paid under this key, and its answer forgotten after 24 hours: now it is a new lookup.
    if (spentBefore) return look(call, digestId('again', opKey), requestHash);
    const isTest = key.mode === 'test';
    if (!isTest && !known.paidLately && known.balance < lookupPrice) refuseForWantOfCredits(known.balance);

    const contacts = isTest ? contactsForTestKey(profile) : parseContacts(known.contacts);
    const finding = answerFrom(contacts, request, isBillable, profile.handle);
    const vetoed = finding.warnings.length > 0;
    if (!isTest && !vetoed && !isEnough(contacts, request) && search.covers(profile.network)) {
      await refuseEndedKey(key);
      return withinBudget(lookup, further(lookup, contacts, known.paidLately));
    }
    if (finding.price.credits > 0 && isTest) finding.price = { credits: 0, reason: 'test_key' };
    if (finding.price.credits > 0 && known.paidLately) finding.price = { credits: 0, reason: 'repeat' };
    return (await payments.pay(lookup, finding)) ?? firstAnswer(lookup);
  }

  /** What another call of the same operation has answered meanwhile. */
  const firstAnswer = ({ call, opKey, requestHash }: Lookup): Promise<Found> =>
    look({ ...call, idempotencyKey: call.idempotencyKey ?? opKey }, opKey, requestHash, true);

  /**
   * A ban holds from the moment it is made, on every process. Who completes a lookup is told then; who replays one, or
   * asks sources first, is told here.
   */
  async function refuseEndedKey({ keyId }: KeyCredential): Promise<void> {
    const refusal = await refusalOf(keyId);
    if (refusal) fail(refusal);
  }

  async function replay(key: KeyCredential, answer: FindAnswer): Promise<Found> {
    await refuseEndedKey(key);
    return { answer: await persons.tellable(answer), replayed: true };
  }

  /** The answer if it comes in time; else a pending one, while the work goes on. */
  async function withinBudget(lookup: Lookup, work: Promise<Found | null>): Promise<Found> {
    const { call, opKey } = lookup;
    let timer: NodeJS.Timeout | undefined;
    const budget = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, settings.current().lookup_budget_ms, 'late');
    });
    const first = await Promise.race([work, budget]).finally(() => clearTimeout(timer));
    if (first !== 'late') return first ?? firstAnswer(lookup);
    inBackground(finishLate(lookup, work));
    const pending = await payments.pay(lookup, pendingFinding());
    if (pending) await leavePendingCall(db, call.key.account.id, opKey, call);
    return pending ?? firstAnswer(lookup);
  }

  /** A lookup that was told to be pending ends in any case: if there is no credit for it by then, as a failed one. */
  async function finishLate(lookup: Lookup, work: Promise<unknown>): Promise<void> {
    const { call, opKey } = lookup;
    const sayWorking = () => inBackground(keepWorking(db, call.key.account.id, opKey));
    const saying = setInterval(sayWorking, workingMs / 3).unref();
    try {
      await work;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'insufficient_credits') throw error;
      await payments.pay(lookup, unpaidFinding());
    } finally {
      clearInterval(saying);
    }
  }

  function inBackground(work: Promise<unknown>): void {
    const watched = work
      .catch((error) => log.error({ error }, 'what a lookup left to do failed'))
      .finally(() => background.delete(watched));
    background.add(watched);
  }

  async function finish({ account, account_id, op_key, request_hash, call }: PendingLookup): Promise<void> {
    const kept = call as FindCall;
    const key = { ...kept.key, account: { id: account, accountId: account_id } };
    const again: FindCall = { ...kept, key };
    const profileHash = profileHashOf(again.profile.url);
    const lookup = { call: again, opKey: op_key, requestHash: request_hash, profileHash };
    await finishLate(lookup, further(lookup, null, false));
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
        if (first.requestHash !== requestHash) fail('idempotency_conflict');
        return first.found.then(({ answer }) => replay(call.key, answer));
      }
      const found = look(call, opKey, requestHash).finally(() => underWay.delete(sameCall));
      underWay.set(sameCall, { requestHash, found });
      return found;
    },
    async finishAbandoned() {
      for (const pending of await takeAbandoned(db, 20)) {
        await finish(pending).catch((error) =>
          log.error({ error }, 'an abandoned lookup could not be finished'),
        );
      }
    },
    async close(timeoutMs) {
      const waited = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([Promise.allSettled(background), waited]);
    },
  };
}

const pendingFinding = (): Finding => ({
  ...nothingFound([]),
  status: 'pending',
  price: { credits: 0, reason: 'pending' },
});

const unpaidFinding = (): Finding => ({
  ...nothingFound([
    {
      code: 'insufficient_credits',
      detail: 'No credit was left for it when the sources had answered; nothing was charged.',
    },
  ]),
  status: 'failed',
  price: { credits: 0, reason: 'failed' },
});

const requestHashOf = ({ profile_url, name, include, client_reference }: FindRequest): string =>
  digestId(profile_url, name ?? '', include ? [...include].sort().join() : '', client_reference ?? '');

const parseContacts = (text: string | null): ContactSet | null =>
  text === null ? null : (JSON.parse(text) as ContactSet);
