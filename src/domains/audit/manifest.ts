import { domain } from '#core/domain.ts';
import { auditData } from './account-rows.ts';
import { alertHealth } from './alert-health.ts';
import { closeAlert } from './close-alert.ts';
import { exportEntries } from './export-entries.ts';
import { forgetActs } from './forget-acts.ts';
import { auditJourney, customerActJourney } from './journey.ts';
import { listActions } from './list-actions.ts';
import { listAlerts } from './list-alerts.ts';
import { listEntries } from './list-entries.ts';
import { auditSettings } from './settings.ts';

export const audit = domain({
  id: 'audit',
  title: 'Audit and alerts',
  description: 'Changes by operators, and alerts raised by the service.',
  operations: [listEntries, listActions, exportEntries, listAlerts, closeAlert],
  jobs: [forgetActs],
  errors: {
    alert_resolved: {
      status: 409,
      title: 'The alert is already resolved',
      retryable: false,
      when: 'Someone resolved the alert before you, or the service closed it because its cause was gone.',
      remedy: 'Read the alert with `status=resolved` to see who resolved it and their note.',
    },
  },
  settings: auditSettings,
  health: [alertHealth],
  accountData: auditData,
  journey: [auditJourney, customerActJourney],
});
