import { domain } from '#core/domain.ts';
import { suppressionErrors } from './errors.ts';
import { eraseSuppressed } from './hiding/erase-suppressed.ts';
import { listSuppressions } from './hiding/list-suppressions.ts';
import { releasePerson } from './hiding/release-person.ts';
import { releaseSuppression } from './hiding/release-suppression.ts';
import { suppressPeople } from './hiding/suppress-people.ts';
import { withdrawReplicated } from './hiding/withdraw-replicated.ts';
import { confirmOptOut } from './opt-out/confirm-opt-out.ts';
import { decideOptOut } from './opt-out/decide-opt-out.ts';
import { forgetEndedOptOuts } from './opt-out/forget-ended-opt-outs.ts';
import { listOptOuts } from './opt-out/list-opt-outs.ts';
import { mailOptOuts } from './opt-out/mail-opt-outs.ts';
import { showOptOutButton } from './opt-out/show-opt-out-button.ts';
import { showOptOutForm } from './opt-out/show-opt-out-form.ts';
import { startOptOut } from './opt-out/start-opt-out.ts';
import { answerPerson } from './rights/answer-person.ts';
import { erasePerson } from './rights/erase-person.ts';
import { exportPerson } from './rights/export-person.ts';

/** People who must never appear in an answer, their opt-out requests, and their rights of access and erasure. */
export const suppression = domain({
  id: 'suppression',
  title: 'Opt-out and suppression',
  description: 'People who must never appear in an answer, how they ask for it, and their other rights.',
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
    answerPerson,
    erasePerson,
  ],
  jobs: [eraseSuppressed, withdrawReplicated, mailOptOuts, forgetEndedOptOuts],
  errors: suppressionErrors,
});
