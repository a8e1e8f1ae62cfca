import { api } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { MailTo } from './mail-to.tsx';
import type { Person } from './types.ts';

/** Mails the person who was exported what is known about them. */
export function AnswerPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const answer = async ({ mail_to, reason }: FormValues<'mail_to' | 'reason'>) => {
    const body = { ...person, mail_to, reason };
    const { mailed } = await api.call('POST /api/v1/admin/people/answer', { body });
    onClose();
    notify(mailed ? 'The mail is on its way.' : 'No mail sender is configured, so nothing was sent.');
  };
  return (
    <Dialog title="Mail it to them" onClose={onClose}>
      <p>Each profile with its values, where each was seen, and how often it was given to customers.</p>
      <Form submit="Send the mail" onSubmit={answer} actions={<Cancel onClick={onClose} />}>
        <MailTo hint="Check first that the address is theirs." isRequired />
        <Reason hint="It is kept in the audit log, so don’t name the person in it." />
      </Form>
    </Dialog>
  );
}
