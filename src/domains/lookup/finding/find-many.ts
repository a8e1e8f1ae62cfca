import { parsedAnswer } from '#core/answers/json-answer.ts';
import type { Log } from '#core/context.ts';
import { isConnectionLoss } from '#core/database/sqlstate.ts';
import { Failure } from '#core/failure.ts';
import type { FindCall } from '../paying/lookup.ts';
import { requestHashOf } from '../rules.ts';
import type { FindAnswer } from '../shapes.ts';
import type { LookUp } from './look-up.ts';

/** One of many lookups. Its operation is named by the caller, and has one answer and one price however often it is sent. */
export interface ItemCall extends Omit<FindCall, 'idempotencyKey'> {
  opKey: string;
}

/**
 * Why an item has no answer yet. `later`: the same call may succeed in a moment. `broken`: it failed in a way that nobody
 * expected.
 */
export type Left = 'needs_sources' | 'insufficient' | 'free_used_up' | 'key_ended' | 'later' | 'broken';

export type ItemEnd = { answer: FindAnswer } | { left: Left };

/** Looks up many items. One that fails doesn't concern the others. Results are in the order of the calls. */
export const findMany = async (lookUp: LookUp, log: Log, calls: readonly ItemCall[]): Promise<ItemEnd[]> => {
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
