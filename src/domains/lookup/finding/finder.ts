import { randomUUIDv7 } from 'node:crypto';
import { parsedAnswer } from '#core/answers/json-answer.ts';
import type { Log } from '#core/context.ts';
import { isConnectionLoss } from '#core/database/sqlstate.ts';
import { Failure } from '#core/failure.ts';
import { digestId } from '#core/ids.ts';
import { port } from '#core/ports.ts';
import type { FindCall } from '../paying/lookup.ts';
import { type Found, failFind } from '../paying/pay.ts';
import { requestHashOf } from '../rules.ts';
import type { FindAnswer } from '../shapes.ts';
import { type FinderOptions, fromDirectory, single, withSources } from './finder-options.ts';
import type { LookUp } from './look-up.ts';
import { openLookups } from './lookups.ts';

/** One of many lookups. Its operation is named by the caller, and has one answer and one price however often it is sent. */
export interface ItemCall extends Omit<FindCall, 'idempotencyKey'> {
  opKey: string;
}

/** Why an item has no answer yet. `later`: the same call may succeed in a moment. `broken`: it failed unexpectedly. */
type Left =
  | 'needs_sources'
  | 'insufficient'
  | 'budget_reached'
  | 'free_used_up'
  | 'key_ended'
  | 'later'
  | 'broken';

export type ItemEnd = { answer: FindAnswer } | { left: Left };

/** Runs lookups for the whole process. Concurrent ones share their database round trips. */
export interface Finder {
  find(call: FindCall): Promise<Found>;
  /** Looks up the items of a job, from the directory alone or also with sources. */
  findMany(from: 'directory' | 'sources', calls: readonly ItemCall[]): Promise<ItemEnd[]>;
  /** Finishes pending lookups whose process died. */
  finishAbandoned(): Promise<void>;
  /** Waits for lookups that continue in the background, `timeoutMs` at most. */
  close(timeoutMs: number): Promise<void>;
}

export const Finder = port<Finder>('finder');

export function openFinder(options: FinderOptions): Finder {
  const { lookUp, replay, finishAbandoned, settled } = openLookups(options, single);
  // A single lookup asks sources itself, so it never ends as `needs_sources`.
  const lookUpSingle = lookUp as (...asked: Parameters<LookUp>) => Promise<Found>;
  // Items of jobs stay out of the way of single lookups.
  const ofJobs = { ...options, pipeline: options.pool };
  const many = {
    directory: openLookups(ofJobs, fromDirectory),
    sources: openLookups(ofJobs, withSources),
  };
  const underWay = new Map<string, { requestHash: string; found: Promise<Found> }>();

  return {
    find(call) {
      if (call.idempotencyKey === null) return lookUpSingle(call, randomUUIDv7(), null);
      const requestHash = requestHashOf(call.request);
      // Test and live keys never share an answer.
      const kind = call.key.mode === 'test' ? 'find for a test' : 'find';
      const opKey = digestId(kind, String(call.key.account.id), call.idempotencyKey);
      // The key isn't part of the operation, so that a replacement key can repeat its predecessor's calls.
      const sameCall = `${call.key.keyId} ${opKey}`;
      const first = underWay.get(sameCall);
      if (first) {
        if (first.requestHash !== requestHash) failFind('idempotency_conflict');
        return first.found.then(({ answer }) => replay(call, parsedAnswer(answer)));
      }
      const found = lookUpSingle(call, opKey, requestHash).finally(() => underWay.delete(sameCall));
      underWay.set(sameCall, { requestHash, found });
      return found;
    },
    findMany: (from, calls) => findMany(many[from].lookUp, options.log, calls),
    finishAbandoned,
    close: async (timeoutMs) => {
      await Promise.all([settled, many.sources.settled].map((end) => end(timeoutMs)));
    },
  };
}

/** Looks up many items. One that fails doesn't concern the others. Results are in the order of the calls. */
const findMany = async (lookUp: LookUp, log: Log, calls: readonly ItemCall[]): Promise<ItemEnd[]> => {
  const ends = await Promise.allSettled(
    calls.map(({ opKey, ...call }) =>
      lookUp({ ...call, idempotencyKey: opKey }, opKey, requestHashOf(call.request)),
    ),
  );
  return ends.map((end) => {
    if (end.status === 'rejected') return { left: leftBy(end.reason, log) };
    if (end.value === 'needs_sources') return { left: end.value };
    const answer = parsedAnswer(end.value.answer);
    return answer.status === 'pending' ? { left: 'later' } : { answer };
  });
};

const leftByCode: Readonly<Record<string, Left>> = {
  insufficient_credits: 'insufficient',
  budget_reached: 'budget_reached',
  free_answers_used_up: 'free_used_up',
  key_banned: 'key_ended',
  invalid_key: 'key_ended',
  overloaded: 'later',
};

function leftBy(error: unknown, log: Log): Left {
  if (error instanceof Failure) return leftByCode[error.code] ?? 'broken';
  if (isConnectionLoss(error)) return 'later';
  log.error({ error }, 'an item of a job could not be looked up');
  return 'broken';
}
