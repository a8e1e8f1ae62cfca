import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listAttempts } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { outcomes, type Person, type PersonKind, personKinds, steps } from './query.ts';

type AttemptField = 'kind' | 'person' | 'allowed' | 'step' | 'account_id';

interface AttemptFiltersProps {
  person: Person;
  query: Record<string, string>;
  onFilter: (person: Person, filters: Record<'allowed' | 'step' | 'account_id', string>) => void;
}

export function AttemptFilters({ person, query, onFilter }: AttemptFiltersProps) {
  const [[kind, sought] = ['email', '']] = Object.entries(person);
  const filter = ({ kind: of, person: whom, ...filters }: FormValues<AttemptField>) =>
    onFilter(whom ? { [of as PersonKind]: whom } : {}, filters);
  return (
    <Form isInline submit="Filter" onSubmit={filter}>
      <Choice name="kind" label="Search by" value={kind} options={personKinds} />
      <Field {...listAttempts.email} name="person" type="search" label="Whom" value={sought} />
      <Choice name="allowed" label="Outcome" value={query.allowed} options={outcomes} />
      <Choice name="step" label="Step" value={query.step} options={steps} />
      <Field {...listAttempts.account_id} label="Registered as" value={query.account_id} />
    </Form>
  );
}
