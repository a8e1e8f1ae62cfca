import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { createLock } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { momentOfInput } from '#web/shared/forms/local-time.ts';
import { Reason } from '#web/shared/forms/reason.tsx';
import { type LockType, lockTypes } from './lock-types.ts';

interface LockDialogProps {
  /** Known identifiers of the person to lock, by type. */
  subjects?: Partial<Record<LockType, string>>;
  onChange: () => Promise<void>;
  onClose: () => void;
}

type LockField = 'subject_type' | 'subject' | 'expires_at' | 'reason';

export function LockDialog({ subjects = {}, onChange, onClose }: LockDialogProps) {
  const [type, setType] = useState<LockType>('account');
  const [, , hint] = lockTypes.find(([each]) => each === type)!;
  const lock = async ({ subject_type, subject, expires_at, reason }: FormValues<LockField>) => {
    const locked = { subject_type: subject_type as LockType, subject };
    await api.call('POST /api/v1/admin/locks', {
      body: { ...locked, reason, expires_at: momentOfInput(expires_at) },
    });
    onClose();
    const undo = async () => {
      await api.call('POST /api/v1/admin/locks/unlock', { body: locked });
      notify('The lock was lifted.');
      await onChange();
    };
    notify('The lock is in force.', { undo });
    await onChange();
  };
  return (
    <Dialog title="Lock" onClose={onClose}>
      <p>Stops sign-in and lookups within a second, and ends open sessions. You can lift it at any time.</p>
      <Form submit="Lock" isDanger onSubmit={lock} actions={<Cancel onClick={onClose} />}>
        <Choice
          name="subject_type"
          label="What to lock"
          options={lockTypes.map(([each, name]) => [each, name] as const)}
          onChange={(chosen) => setType(chosen as LockType)}
        />
        <Field key={type} {...createLock.subject} label="Whom" hint={hint} value={subjects[type]} />
        <Field
          {...createLock.expires_at}
          type="datetime-local"
          label="Until"
          hint="In your time zone. Empty: until it is lifted."
          isRequired={false}
        />
        <Reason hint="Only operators see it." />
      </Form>
    </Dialog>
  );
}
