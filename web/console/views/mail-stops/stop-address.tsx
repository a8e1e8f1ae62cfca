import { api } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { stopAddress } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';

const causes = [
  ['bounced', 'A mail came back'],
  ['operator', 'Another reason'],
] as const;

interface StopAddressProps {
  onChange: () => Promise<void>;
  onClose: () => void;
}

export function StopAddress({ onChange, onClose }: StopAddressProps) {
  const stop = async ({ email, cause, reason }: FormValues<'email' | 'cause' | 'reason'>) => {
    const body = { email, reason, cause: cause === 'bounced' ? 'bounced' : 'operator' } as const;
    const { id, address } = await api.call('POST /api/v1/admin/mail-stops', { body });
    onClose();
    const undo = async () => {
      await api.call('DELETE /api/v1/admin/mail-stops/{stop_id}', { path: { stop_id: id } });
      notify(`${address} gets mails again.`);
      await onChange();
    };
    notify(`${address} gets no more mails.`, { undo });
    await onChange();
  };
  return (
    <Dialog title="Stop an address" onClose={onClose}>
      <p>No mail goes to the address, receipts included. The customer sees it under Mails.</p>
      <Form submit="Stop the address" isDanger onSubmit={stop} actions={<Cancel onClick={onClose} />}>
        <Field {...stopAddress.email} label="Email" />
        <Choice name="cause" label="Cause" options={causes} />
        <Reason hint="Only operators see it." />
      </Form>
    </Dialog>
  );
}
