import { domain } from '#core/domain.ts';
import { allows } from '#core/machine/development.ts';
import { checkDue } from './background/check-due.ts';
import { expireVerdicts } from './background/expire-verdicts.ts';
import { openVerification } from './open-verification.ts';
import { reportVerification } from './report-verification.ts';
import { verificationSettings } from './settings.ts';
import { verificationVariables } from './variables.ts';
import { storedVerdicts } from './verdicts/stored-verdicts.ts';
import { verificationHealth } from './verification-health.ts';

/** Whether emails still take mail. */
export const verification = domain({
  id: 'verification',
  title: 'Verification',
  description: 'Checks whether emails take mail, without sending any.',
  operations: [reportVerification],
  jobs: [checkDue, expireVerdicts],
  variables: verificationVariables,
  refusedVariables: (config) =>
    config.MAIL_STAND_INS.size === 0 || allows(config, 'VENDOR_STAND_INS')
      ? []
      : ['MAIL_STAND_INS must be empty unless VENDOR_STAND_INS is on'],
  settings: verificationSettings,
  health: [verificationHealth],
  personalData: [storedVerdicts],
  open: openVerification,
});
