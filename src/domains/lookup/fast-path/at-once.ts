import { JsonAnswer } from '#core/answers/json-answer.ts';
import { batch } from '#core/concurrency/batch.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import { tellingWords } from '#values/person-name.ts';
import type { FinderOptions } from '../finding/finder-options.ts';
import type { Lookup } from '../paying/lookup.ts';
import { type Found, failBudgetReached, failFreeUsedUp } from '../paying/pay.ts';
import { type AnswerItem, type AnswerResult, answerBatch } from './answer-batch.ts';
import { answerText, envelopeOf } from './envelope.ts';

/** Answers a new lookup if the directory alone can, in one statement with others. Leaves every other lookup to `otherwise`. */
export type AnswerAtOnce = <Answer>(
  lookup: Lookup,
  otherwise: (lookup: Lookup) => Promise<Answer>,
) => Promise<Found | Answer>;

const bits = { emails: 1, phones: 2, links: 4 } as const;

export function openAtOnce(options: FinderOptions, sizeMax: number): AnswerAtOnce {
  const { clock, db, search, settings, onEnd } = options;
  const answer = openAnswering(options, options.pipeline, sizeMax, false);
  const answerAfterOthers = openAnswering(options, options.pool, sizeMax, true);

  return async (lookup, otherwise) => {
    const { key, profile, request } = lookup.call;
    // These take the statements of a lookup that asks sources, or choose among the values.
    if (key.mode === 'test' || request.verify || request.min_status) return otherwise(lookup);
    const createdAt = clock.now();
    const envelope = envelopeOf(request, profile);
    const { name, include = [] } = request;
    const item: AnswerItem = {
      lookup,
      wants: include.reduce((all, part) => all | bits[part], 0),
      words: name === undefined ? null : tellingWords(name, profile.handle),
      isCovered: search.covers(profile.network),
      envelope: JSON.stringify(envelope),
      createdAt,
      freeMax: settings.current().free_answers_per_day[key.tier],
    };
    let result = await answer(item);
    // Another process holds the account.
    if (result.outcome === 'busy') result = await answerAfterOthers(item);
    if (result.outcome === 'free_used_up') return failFreeUsedUp(item.freeMax, createdAt);
    if (result.outcome === 'budget_reached') return failBudgetReached(db, lookup.call);
    if (result.outcome !== 'answered') return otherwise(lookup);
    const status = result.document === null ? 'not_found' : 'completed';
    onEnd?.({ status, charged: result.charged, mode: key.mode });
    return {
      answer: new JsonAnswer(answerText(lookup.opKey, envelope, createdAt, result)),
      credits: { charged: result.charged, remaining: result.balance },
      replayed: false,
    };
  };
}

/** Concurrent lookups share a statement. One whose operation another process answers at this moment comes back undecided. */
const openAnswering = ({ settings, onBatch }: FinderOptions, pool: HotPool, sizeMax: number, wait: boolean) =>
  batch<AnswerItem, AnswerResult>({
    async run(items) {
      try {
        return await answerBatch(pool, items, settings.current().free_repeat_days, wait);
      } catch (error) {
        if (items.length === 1 && sqlStateOf(error) === sqlState.uniqueViolation)
          return [{ outcome: 'undecided' }];
        throw error;
      }
    },
    sizeMax,
    hasPriority: ({ lookup }) => lookup.call.key.hasPriority,
    name: 'lookup_answer',
    onBatch,
  });
