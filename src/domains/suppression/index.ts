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

declare module '#core/context.ts' {
  interface Ports {
    /** Keys the suppression list; see `suppressionKey`. */
    suppressionPepper: string;
  }
}

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

export { type FoundPerson, keepOut } from './keep-out.ts';
export type {
  Carrier,
  DirectoryRecord,
  GivenAnswers,
  ImportNamed,
  PeopleDirectory,
  PeopleKeepers,
  Recipient,
  SourceAnswer,
  SourceAnswers,
} from './keepers.ts';
export { type SuppressionKind, suppressionKey, suppressionKeysOf } from './keys.ts';
export { pepperFits } from './pepper-check.ts';
export {
  countSuppressions,
  holdSuppressions,
  lockSuppressions,
  suppressedAmong,
  type Withheld,
  withholdProfiles,
} from './sql.ts';
