import { openAtOnce } from '../fast-path/at-once.ts';
import { openPayments } from '../paying/pay.ts';
import { openAbandoned } from './abandoned.ts';
import { openBackground } from './background.ts';
import type { FinderOptions, Manner } from './finder-options.ts';
import { openKeyCheck } from './key-check.ts';
import { type LookUp, openLookUp } from './look-up.ts';
import { openNewLookups } from './new-lookup.ts';
import { openPersonCheck, openReplay, type Replay } from './person-check.ts';
import { openReading } from './reading.ts';
import { openSourceLookup } from './source-lookup.ts';
import { openWaiting } from './waiting.ts';

/** The parts of a lookup, wired together. */
export interface Lookups {
  lookUp: LookUp;
  replay: Replay;
  finishAbandoned(): Promise<void>;
  settled(timeoutMs: number): Promise<void>;
}

export function openLookups(options: FinderOptions, manner: Manner): Lookups {
  const { pool, db, clock, pepper, onBatch, onEnd } = options;
  const { batchMax } = manner;
  const settings = { current: () => ({ ...options.settings.current(), ...budgetOf(manner) }) };
  const repeatDays = () => settings.current().free_repeat_days;
  const freeMax = () => settings.current().free_answers_per_day;
  const read = openReading(options, batchMax);
  const refuseEndedKey = openKeyCheck(pool);
  const payments = openPayments({ pool, clock, repeatDays, freeMax, batchMax, onBatch, onEnd });
  const persons = openPersonCheck(db, pepper);
  const background = openBackground(options.log);
  const sourceLookup = openSourceLookup({ ...options, persons, payments, inBackground: background.add });
  const abandoned = openAbandoned({ ...options, read, sourceLookup, payments });
  const waiting = openWaiting({ db, settings, abandoned, background, refuseEndedKey });
  const answerNew = openNewLookups({
    ...options,
    ...manner,
    settings,
    payments,
    sourceLookup,
    waiting,
    refuseEndedKey,
  });
  const replay = openReplay(refuseEndedKey, persons);

  return {
    lookUp: openLookUp({
      answerAtOnce: openAtOnce({ ...options, repeatDays, freeMax, batchMax }),
      read,
      answerNew,
      waiting,
      replay,
      creditWaitMs: manner.creditWaitMs,
    }),
    replay,
    finishAbandoned: () => abandoned.endAll(),
    settled: background.settled,
  };
}

const budgetOf = ({ budgetMs }: Manner) => (budgetMs === undefined ? {} : { lookup_budget_ms: budgetMs });
