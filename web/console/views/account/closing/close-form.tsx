import type { PartProps } from '#web/console/views/account/part-props.ts';
import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { refuseFields } from '#web/shared/forms/field-faults.ts';
import { closeAccount } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { counted } from '#web/shared/values/count.tsx';
import type { Preview } from './closing-part.tsx';

interface CloseFormProps extends PartProps {
  preview: Preview;
  reloadPreview: () => Promise<void>;
}

/** Closes an account that nothing blocks. The operator types its email to confirm. */
export function CloseForm({ account, preview, reload, reloadPreview }: CloseFormProps) {
  const { account_id, email } = account;
  const { credits } = preview;
  const close = async ({
    forfeit_credits: forfeits,
    ...values
  }: FormValues<'confirm' | 'reason' | 'forfeit_credits'>) => {
    const isTyped = values.confirm.trim().toLowerCase() === (email ?? account_id).toLowerCase();
    refuseFields({ confirm: !isTyped && `Type ${email ?? account_id}.` });
    await api.call('POST /api/v1/admin/accounts/{account_id}/closing', {
      path: { account_id },
      body: { ...values, forfeit_credits: forfeits === 'true' },
    });
    notify('The account is closed. The rest is erased within minutes.');
    await Promise.all([reload(), reloadPreview()]);
  };
  return (
    <Card title="Close the account">
      <p>
        Its keys, sessions, webhooks, devices and sign-ins end at once, and the rest of the first list is
        erased within minutes. You can’t undo it. The same person can sign up again, with a new account.
      </p>
      <Form submit="Close and erase" onSubmit={close} isDanger>
        <Field
          {...closeAccount.confirm}
          label={`Type ${email ?? account_id} to confirm`}
          autoComplete="off"
        />
        {credits > 0 && (
          <Check
            name="forfeit_credits"
            label={`Forfeit ${counted(credits, 'credit')}`}
            hint="To pay money back instead, refund the payment first."
          />
        )}
        <Reason hint="It is kept in the audit log, so don’t name the person in it." />
      </Form>
    </Card>
  );
}
