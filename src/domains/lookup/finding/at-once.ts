import type { Clock } from '#core/clock.ts';
import { Rendered } from '#core/rendered.ts';
import type { Search } from '#domains/sources/index.ts';
import { tellingWords } from '#values/person-name.ts';
import { answerText, envelopeOf, envelopeText } from '../paying/envelope.ts';
import type { Found, Lookup, OnLookupEnd } from '../paying/pay.ts';
import { openAnswering } from '../sql/answer-batch.ts';
import type { HotPool } from '../sql/hot-pool.ts';

/** Answers a new lookup if the directory alone can, in one statement with others. Null if it takes more. */
export type AnswerAtOnce = (lookup: Lookup) => Promise<Found | null>;

export interface AtOnceOptions {
  pool: HotPool;
  clock: Clock;
  search: Pick<Search, 'covers'>;
  repeatDays: () => number;
  batchMax: number;
  onBatch?: (name: string, items: number) => void;
  onEnd?: OnLookupEnd;
}

const bits = { emails: 1, phones: 2, links: 4 } as const;

export function openAtOnce({
  pool,
  clock,
  search,
  repeatDays,
  batchMax,
  onBatch,
  onEnd,
}: AtOnceOptions): AnswerAtOnce {
  const answer = openAnswering({
    pool,
    repeatDays,
    sizeMax: batchMax,
    onBatch: (items) => onBatch?.('lookup_answer', items),
  });

  return async ({ call, opKey, requestHash, profileHash }) => {
    const { key, profile, request, kind, door } = call;
    if (key.mode === 'test') return null;
    const envelope = envelopeOf(request, profile, clock.now());
    const { name, include = [] } = request;
    const result = await answer({
      account: key.account.id,
      opKey,
      requestHash,
      profileHash,
      keyId: key.keyId,
      wants: include.reduce((all, part) => all | bits[part], 0),
      words: name === undefined ? null : tellingWords(name, profile.handle),
      isCovered: search.covers(profile.network),
      envelope: envelopeText(envelope),
      network: profile.network,
      kind,
      door,
      clientReference: request.client_reference ?? null,
    });
    if (result.outcome !== 'kept') return null;
    const status = result.contacts === null ? 'not_found' : 'completed';
    onEnd?.({ status, charged: result.charged, mode: key.mode });
    return {
      answer: new Rendered(answerText(opKey, envelope, result)),
      credits: { charged: result.charged, remaining: result.balance },
      replayed: false,
    };
  };
}
