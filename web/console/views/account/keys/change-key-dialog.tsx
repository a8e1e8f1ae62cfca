import type { ListKeysAnswer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { changeKey } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { localInputOf, momentOfInput } from '#web/shared/forms/local-time.ts';
import { Reason } from '#web/shared/forms/reason.tsx';

type Key = ListKeysAnswer['items'][number];

interface ChangeKeyDialogProps {
  of: Key;
  onChange: () => Promise<void>;
  onClose: () => void;
}

type KeyField = 'rate_limit_per_min' | 'allowed_ips' | 'expires_at' | 'note' | 'reason';

/** Changes what was edited and leaves the rest: the rate that is shown may be the plan's. */
export function ChangeKeyDialog({ of: key, onChange, onClose }: ChangeKeyDialogProps) {
  const before = { rate: String(key.rate_limit_per_min), end: localInputOf(key.expires_at) };
  const save = async ({
    rate_limit_per_min: rate,
    allowed_ips,
    expires_at: end,
    note,
    reason,
  }: FormValues<KeyField>) => {
    await api.call('PATCH /api/v1/admin/keys/{key_id}', {
      path: { key_id: key.id },
      body: {
        allowed_ips,
        note,
        reason,
        ...(rate === before.rate ? {} : { rate_limit_per_min: rate ? Number(rate) : null }),
        ...(end === before.end ? {} : { expires_at: momentOfInput(end) }),
      },
    });
    onClose();
    notify('The key was changed.');
    await onChange();
  };
  return (
    <Dialog title="Change the key" onClose={onClose}>
      <p>
        <code>{key.prefix}</code>
      </p>
      <Form submit="Save" onSubmit={save} actions={<Cancel onClick={onClose} />}>
        <Field
          {...changeKey.rate_limit_per_min}
          label="Requests/min"
          hint="Empty leaves it to the account and its plan."
          value={before.rate}
          isRequired={false}
        />
        <Field
          {...changeKey.allowed_ips}
          label="Allowed IPs"
          hint="Addresses and ranges such as 192.0.2.0/24, with commas. Empty allows all."
          value={key.allowed_ips.join(', ')}
          isRequired={false}
        />
        <Field
          {...changeKey.expires_at}
          type="datetime-local"
          label="Expires"
          hint="In your time zone. Empty: never."
          value={before.end}
          isRequired={false}
        />
        <Field {...changeKey.note} label="Note" value={key.note} isRequired={false} />
        <Reason />
      </Form>
    </Dialog>
  );
}
