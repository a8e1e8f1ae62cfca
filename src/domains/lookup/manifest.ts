import { domain } from '#core/domain.ts';
import { lookupErrors } from './errors.ts';
import { fetchLookup } from './fetch-lookup.ts';
import { find } from './find.ts';
import { openFinder } from './finding/finder.ts';
import { finishAbandoned } from './finish-abandoned.ts';
import { forgetAnswers } from './forget-answers.ts';
import { givenAnswers } from './paying/given-answers.ts';
import { lookupSettings } from './settings.ts';

/** Lookups that are under way when the process stops have so long to end. */
const stopMs = 10_000;

export const lookup = domain({
  id: 'lookup',
  operations: [find, fetchLookup],
  jobs: [forgetAnswers, finishAbandoned],
  errors: lookupErrors,
  settings: lookupSettings,
  personalData: [givenAnswers],
  open({ ports, pool, clock, log, metrics, processId }) {
    const finder = openFinder({
      ...ports,
      pool,
      clock,
      log,
      worker: processId,
      pepper: ports.suppressionPepper,
      onBatch: metrics.batched,
      onEnd: metrics.lookupEnded,
    });
    return { ports: { finder }, close: () => finder.close(stopMs) };
  },
});
