import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { grantCredits } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { counted } from '#web/shared/values/count.tsx';

interface GrantFormProps {
  accountId: string;
  onChange: () => Promise<void>;
  /** In a dialog. */
  onCancel?: () => void;
}

type GrantField = 'credits' | 'valid_days' | 'reason';

/** Grants credits. Until the note about it goes away, the grant can be undone. */
export function GrantForm({ accountId, onChange, onCancel }: GrantFormProps) {
  const undo = async (grant_id: string) => {
    const { revoked } = await api.call('POST /api/v1/admin/growth/credits/{grant_id}/revocation', {
      path: { grant_id },
      body: { reason: 'Undone in the console' },
    });
    notify(`${counted(revoked, 'credit')} taken back.`);
    await onChange();
  };
  const grant = async ({ credits, valid_days, reason }: FormValues<GrantField>) => {
    const { id, credits: granted } = await api.call('POST /api/v1/admin/growth/credits', {
      body: { account_id: accountId, credits: Number(credits), valid_days: Number(valid_days), reason },
    });
    notify(`${counted(granted, 'credit')} granted.`, { undo: () => undo(String(id)) });
    await onChange();
  };
  return (
    <Form
      submit="Grant credits"
      onSubmit={grant}
      isCleared
      actions={onCancel && <Cancel onClick={onCancel} />}
    >
      <Field {...grantCredits.credits} label="Credits" />
      <Field {...grantCredits.valid_days} label="Valid for days" value={365} isRequired />
      <Reason hint="The customer sees it in the history." />
    </Form>
  );
}
