import { api } from '../../../shared/api.ts';
import { Card } from '../../../shared/card.tsx';
import { Choice } from '../../../shared/choice.tsx';
import { Field } from '../../../shared/field.tsx';
import { Form, type FormValues } from '../../../shared/form.tsx';
import { notify } from '../../../shared/notify.ts';
import type { PartProps } from './account.ts';

/** The e-mail that counts, among those that the account has claimed. */
export function FirstEmail({ account: { account_id, email, other_emails: others }, reload }: PartProps) {
  if (others.length === 0) return null;
  const save = async (body: FormValues<'new_email' | 'reason'>) => {
    await api.call('PATCH /api/v1/admin/growth/accounts/email', { body: { account_id, ...body } });
    notify('The e-mail was changed.');
    await reload();
  };
  return (
    <Card title="E-mail">
      <p>The first e-mail gets receipts: {email ?? 'none yet'}.</p>
      <Form submit="Make it the first" onSubmit={save}>
        <Choice
          name="new_email"
          label="Other e-mail"
          options={others.map((each) => [each, each])}
          isRequired
        />
        <Field name="reason" label="Reason" hint="For the audit trail." maxLength={500} isRequired />
      </Form>
    </Card>
  );
}
