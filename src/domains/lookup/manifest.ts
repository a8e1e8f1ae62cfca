import { domain } from '#core/domain.ts';
import { IsBillable, Search, SpendingOf } from '#domains/sources/index.ts';
import { Verifier } from '#domains/verification/index.ts';
import { lookupData } from './account-rows.ts';
import { lookupErrors } from './errors.ts';
import { findExample } from './examples/find-example.ts';
import { listExamples } from './examples/list-examples.ts';
import { showExamples } from './examples/show-examples.ts';
import { fetchLookup } from './fetch-lookup.ts';
import { find } from './find.ts';
import { Finder, openFinder } from './finding/finder.ts';
import { finishAbandoned } from './finish-abandoned.ts';
import { forgetAnswers } from './forget-answers.ts';
import { announceChanges } from './history/announce-changes.ts';
import { downloadLookups } from './history/download-lookups.ts';
import { listLookups } from './history/list-lookups.ts';
import { disclosedAnswers } from './paying/disclosed-answers.ts';
import { priceFind } from './price-find.ts';
import { rememberPaid } from './remember-paid.ts';
import { lookupSettings } from './settings.ts';

/** How long lookups in progress may take to finish when the process stops. */
const stopMs = 10_000;

export const lookup = domain({
  id: 'lookup',
  title: 'Lookups',
  description: 'A link to a profile goes in; the emails, phones and links that are known come out.',
  operations: [
    find,
    priceFind,
    fetchLookup,
    listLookups,
    downloadLookups,
    listExamples,
    findExample,
    showExamples,
  ],
  jobs: [forgetAnswers, finishAbandoned, rememberPaid, announceChanges],
  errors: lookupErrors,
  settings: lookupSettings,
  personalData: [disclosedAnswers],
  accountData: lookupData,
  notInJourney: {
    lookup: 'Answers are kept for a day; usage events show every lookup.',
    lookup_past: 'About the people who were looked up.',
    lookup_free: 'Counts of the newest day.',
    lookup_repeat: 'Repeats that are free; usage events show every lookup.',
    lookup_veto: 'About the people who were looked up.',
  },
  open({ ports, pool, pipeline, clock, log, metrics, processId }) {
    const finder = openFinder({
      db: ports.db,
      settings: ports.settings,
      personalData: ports.personalData,
      search: ports.use(Search),
      verifier: ports.use(Verifier),
      spendingOf: ports.use(SpendingOf),
      isBillable: ports.use(IsBillable),
      pool,
      pipeline,
      clock,
      log,
      worker: processId,
      pepper: ports.suppressionPepper,
      onBatch: metrics.batched,
      onEnd: metrics.lookupEnded,
    });
    return { ports: [Finder.opened(finder)], close: () => finder.close(stopMs) };
  },
});
