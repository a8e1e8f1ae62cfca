import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { listSuppressions } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { personOf } from './person-of.ts';
import type { Suppression } from './types.ts';

interface Found {
  value: string;
  entry: Suppression | null;
}

/** Says whether a value is suppressed. The list itself shows only hashes. */
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
          {...listSuppressions.profile_url}
          name="value"
          label="Email, phone or profile link"
          hint="A phone with its country code."
          autoComplete="off"
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
