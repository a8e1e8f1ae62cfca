import { domain } from '#core/domain.ts';
import { allows } from '#core/machine/development.ts';
import { refusedStandIns } from '#platform/contact-sources/all-sources.ts';
import { sourceData } from './account-rows.ts';
import { exportAnswers } from './answers/export-answers.ts';
import { reportAnswers } from './answers/report-answers.ts';
import { listSources } from './list-sources.ts';
import { closeDays } from './money/close-days.ts';
import { openSources } from './open-sources.ts';
import { forgetStale } from './remembering/forget-stale.ts';
import { storedSourceAnswers } from './remembering/stored-answers.ts';
import { sourceSettings } from './settings.ts';
import { sourceHealth } from './source-health.ts';
import { switchSource } from './switch-source.ts';
import { sourceVariables } from './variables.ts';

/** Code hosts, websites and vendors that provide contacts, and what they cost. */
export const sources = domain({
  id: 'sources',
  title: 'Sources',
  description: 'The code hosts, sites and vendors that are asked about people, and what they cost.',
  operations: [listSources, reportAnswers, exportAnswers, switchSource],
  jobs: [forgetStale, closeDays],
  variables: sourceVariables,
  refusedVariables: (config) => (allows(config, 'VENDOR_STAND_INS') ? [] : refusedStandIns(config)),
  settings: sourceSettings,
  health: [sourceHealth],
  personalData: [storedSourceAnswers],
  accountData: sourceData,
  notInJourney: {
    unearned_vendor_money: 'Our own spending; an alert tells when an account reaches its limit.',
    vendor_question: 'Work under way.',
  },
  open: openSources,
});
