import { domain } from '#core/domain.ts';
import { closeAlert } from './close-alert.ts';
import { auditErrors } from './errors.ts';
import { forgetActs } from './forget-acts.ts';
import { auditJourney, customerActJourney } from './journey.ts';
import { listAlerts } from './list-alerts.ts';
import { listEntries } from './list-entries.ts';
import { auditSettings } from './settings.ts';

export const audit = domain({
  id: 'audit',
  title: 'Audit and alerts',
  description: 'Changes by operators, and alerts raised by the service.',
  operations: [listEntries, listAlerts, closeAlert],
  jobs: [forgetActs],
  errors: auditErrors,
  settings: auditSettings,
  journey: [auditJourney, customerActJourney],
});
