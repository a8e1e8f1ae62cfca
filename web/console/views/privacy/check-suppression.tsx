import { useState } from 'preact/hooks';
import { Action } from '../../../shared/action.tsx';
import { api } from '../../../shared/api.ts';
import { Card } from '../../../shared/card.tsx';
import { Field } from '../../../shared/field.tsx';
import { Form } from '../../../shared/form.tsx';
import { notify } from '../../../shared/notify.ts';
import { Time } from '../../../shared/time.tsx';
import { personOf } from './person-of.ts';
import type { Suppression } from './types.ts';

interface Found {
  value: string;
  entry: Suppression | null;
}

/** Says whether a value is on the list, which nobody can see from the list itself. */
export function CheckSuppression({ onLifted }: { onLifted: () => unknown }) {
  const [found, find] = useState<Found | null>(null);
  const check = async ({ value }: { value: string }) => {
    find(null);
    const { items } = await api.call('GET /api/v1/admin/suppressions', { query: personOf(value) });
    find({ value, entry: items[0] ?? null });
  };
  const lift = async () => {
    await api.call('DELETE /api/v1/admin/suppressions', { query: personOf(found!.value) });
    notify('The suppression is lifted.');
    find(null);
    onLifted();
  };
  return (
    <Card title="Check a value">
      <Form submit="Check" onSubmit={check}>
        <Field
          name="value"
          label="E-mail, phone or profile link"
          hint="A phone with its country code."
          autoComplete="off"
          maxLength={2000}
          isRequired
        />
      </Form>
      <div role="status">{found && <Verdict of={found} />}</div>
      {found?.entry && (
        <Action
          label="Lift the suppression"
          isDanger
          run={lift}
          confirm={{
            title: `Lift the suppression of ${found.value}?`,
            text: 'Lookups and imports may have the person again. Erased data does not come back.',
            act: 'Lift the suppression',
          }}
        />
      )}
    </Card>
  );
}

function Verdict({ of: { value, entry } }: { of: Found }) {
  if (entry === null) return <p>{value} is not suppressed.</p>;
  return (
    <p>
      {value} is suppressed since <Time at={entry.created_at} />: {entry.reason}
    </p>
  );
}
