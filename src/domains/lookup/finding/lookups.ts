import { openAtOnce } from '../fast-path/at-once.ts';
import { openPayments } from '../paying/pay.ts';
import { openAbandoned } from './abandoned.ts';
import { openKeyCheck } from './ended-keys.ts';
import type { FinderOptions, Manner } from './finder-options.ts';
import { type LookUp, openLookUp } from './look-up.ts';
import { openNewLookups } from './new-lookup.ts';
import { openPersonCheck, openReplay, type Replay } from './person-check.ts';
import { openReading } from './read-batch.ts';
import { openSourceLookup } from './source-lookup.ts';
import { openBackground, openWaiting } from './waiting.ts';

/** The parts of a lookup, wired together. */
export interface Lookups {
  lookUp: LookUp;
  replay: Replay;
  finishAbandoned(): Promise<void>;
  settled(timeoutMs: number): Promise<void>;
}

export function openLookups(
  options: FinderOptions,
  { batchMax, creditWaitMs, asksSources, budgetMs }: Manner,
): Lookups {
  const read = openReading(options, batchMax);
  const refuseEndedKey = openKeyCheck(options.pool);
  const payments = openPayments(options, batchMax);
  const persons = openPersonCheck(options.db, options.pepper);
  const background = openBackground(options.log);
  const sourceLookup = openSourceLookup({ ...options, persons, payments, inBackground: background.add });
  const abandoned = openAbandoned({ ...options, read, sourceLookup, payments });
  const budget = () => budgetMs ?? options.settings.current().lookup_budget_ms;
  const waiting = openWaiting({ db: options.db, budget, abandoned, background, refuseEndedKey });
  const replay = openReplay(refuseEndedKey, persons);
  const answerNew = openNewLookups({
    ...options,
    payments,
    sourceLookup,
    waiting,
    refuseEndedKey,
    asksSources,
  });
  const answerAtOnce = openAtOnce(options, batchMax);

  return {
    lookUp: openLookUp({ answerAtOnce, read, answerNew, waiting, replay, creditWaitMs }),
    replay,
    finishAbandoned: () => abandoned.endAll(),
    settled: background.settled,
  };
}
