import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { changeEmail } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import type { PartProps } from './part-props.ts';

/** Chooses the primary email among those that the account has claimed. */
export function FirstEmail({ account: { account_id, email, other_emails: others }, reload }: PartProps) {
  if (others.length === 0) return null;
  const save = async (body: FormValues<'new_email' | 'reason'>) => {
    await api.call('PATCH /api/v1/admin/growth/accounts/email', { body: { account_id, ...body } });
    notify('Primary email changed.');
    await reload();
  };
  return (
    <Card title="Email">
      <p>Receipts go to the primary email: {email ?? 'none yet'}.</p>
      <Form submit="Make primary" onSubmit={save}>
        <Choice
          name="new_email"
          label="Other email"
          options={others.map((each) => [each, each])}
          isRequired
        />
        <Field {...changeEmail.reason} label="Reason" hint="For the audit log." />
      </Form>
    </Card>
  );
}
