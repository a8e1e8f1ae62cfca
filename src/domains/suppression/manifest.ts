import { domain } from '#core/operation.ts';
import { confirmOptOut } from './confirm-opt-out.ts';
import { decideOptOut } from './decide-opt-out.ts';
import { erasePerson } from './erase-person.ts';
import { eraseSuppressed } from './erase-suppressed.ts';
import { suppressionErrors } from './errors.ts';
import { exportPerson } from './export-person.ts';
import { forgetEndedOptOuts } from './forget-ended-opt-outs.ts';
import { listOptOuts } from './list-opt-outs.ts';
import { listSuppressions } from './list-suppressions.ts';
import { mailOptOuts } from './mail-opt-outs.ts';
import { releasePerson } from './release-person.ts';
import { releaseSuppression } from './release-suppression.ts';
import { showOptOutButton } from './show-opt-out-button.ts';
import { showOptOutForm } from './show-opt-out-form.ts';
import { startOptOut } from './start-opt-out.ts';
import { suppressPeople } from './suppress-people.ts';

/** Whom nothing may be told about, how they ask for it, and what the law lets them ask for besides. */
export const suppression = domain({
  id: 'suppression',
  operations: [
    suppressPeople,
    listSuppressions,
    releaseSuppression,
    releasePerson,
    showOptOutForm,
    startOptOut,
    showOptOutButton,
    confirmOptOut,
    listOptOuts,
    decideOptOut,
    exportPerson,
    erasePerson,
  ],
  jobs: [eraseSuppressed, mailOptOuts, forgetEndedOptOuts],
  errors: suppressionErrors,
});
