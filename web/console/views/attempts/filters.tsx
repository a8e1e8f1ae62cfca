import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listAttempts } from '#web/shared/forms/fields.generated.ts';
import { Filters } from '#web/shared/lists/filters.tsx';
import { outcomes, personKinds, steps } from './query.ts';

/** The searched person stays out of the address. */
export const AttemptFilters = () => (
  <Filters personal={['kind', 'person']}>
    <Choice name="kind" label="Search by" options={personKinds} />
    <Field {...listAttempts.email} name="person" type="search" label="Whom" />
    <Choice name="allowed" label="Outcome" options={outcomes} />
    <Choice name="step" label="Step" options={steps} />
    <Field {...listAttempts.account_id} label="Registered as" />
  </Filters>
);
