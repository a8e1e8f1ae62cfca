import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { setAccountRate } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import type { PartProps } from './part-props.ts';

/** A rate of the account's own, which counts for each of its keys. */
export function RateForm({ account: { account_id, rate_limit_per_min: rate }, reload }: PartProps) {
  const set = async (rpm: number | null, message: string) => {
    await api.call('PATCH /api/v1/admin/growth/accounts/rate', { body: { account_id, rpm, message } });
    await reload();
  };
  const save = async ({ rpm, message }: FormValues<'rpm' | 'message'>) => {
    await set(rpm === '' ? null : Number(rpm), message);
    notify('The request rate was changed.', { undo: () => set(rate, 'Undone in the console') });
  };
  return (
    <Card title="Request rate">
      <Form submit="Save" onSubmit={save}>
        <Field
          {...setAccountRate.rpm}
          label="Requests/min"
          hint="For each key. Empty leaves it to the key and the plan."
          value={rate}
          isRequired={false}
        />
        <Field {...setAccountRate.message} label="Reason" hint="For the audit log." isRequired />
      </Form>
    </Card>
  );
}
