import type { CreateKeyAnswer } from '#client';
import type { Account } from '#web/console/views/account/part-props.ts';
import { api } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { createKey } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';

interface CreateKeyDialogProps {
  account: Account;
  onCreated: (key: CreateKeyAnswer) => void;
  onChange: () => Promise<void>;
  onClose: () => void;
}

type KeyField = 'mode' | 'plan' | 'credits' | 'allowed_ips' | 'expires_in_days' | 'note';

export function CreateKeyDialog({ account, onCreated, onChange, onClose }: CreateKeyDialogProps) {
  const create = async ({
    mode,
    plan,
    credits,
    allowed_ips,
    expires_in_days,
    note,
  }: FormValues<KeyField>) => {
    const body = {
      account_id: account.account_id,
      email: account.email ?? '',
      mode: mode as 'live' | 'test',
      plan,
      credits: Number(credits || 0),
      allowed_ips,
      ...(expires_in_days ? { expires_in_days: Number(expires_in_days) } : {}),
      note,
    };
    onCreated(await api.call('POST /api/v1/keys/create', { body }));
    onClose();
    notify('The key was created.');
    await onChange();
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form submit="Create the key" onSubmit={create} actions={<Cancel onClick={onClose} />}>
        <KeyFields isCustomer={account.plan_ids.length > 0 || account.balance > 0} />
      </Form>
    </Dialog>
  );
}

/** A customer needs no plan, and no credits, with a key. */
function KeyFields({ isCustomer }: { isCustomer: boolean }) {
  const plans = useAnswer('GET /api/v1/admin/plan-features').value?.items ?? [];
  return (
    <>
      <Choice
        name="mode"
        label="Mode"
        options={[
          ['live', 'Live'],
          ['test', 'Test: fictional answers, spends nothing'],
        ]}
      />
      <Choice
        name="plan"
        label="Plan"
        value={isCustomer ? 'none' : 'credits_25'}
        options={[
          ['none', 'What the account has bought'],
          ...plans.map(({ plan_id, name }) => [plan_id, name] as const),
        ]}
      />
      <Field
        {...createKey.credits}
        label="Credits to grant"
        hint="Empty: the plan’s credits with the first live key, none with any other."
        isRequired={false}
      />
      <Field
        {...createKey.allowed_ips}
        label="Allowed IPs"
        hint="Addresses and ranges such as 192.0.2.0/24, with commas. Empty allows all."
        isRequired={false}
      />
      <Field {...createKey.expires_in_days} label="Expires in days" isRequired={false} />
      <Field {...createKey.note} label="Reason" hint="For operators. It stays with the key." isRequired />
    </>
  );
}
