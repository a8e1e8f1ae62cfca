import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { MailTo } from './mail-to.tsx';
import type { Person } from './types.ts';

/** Mails the person who was exported what is known about them. */
export function AnswerPerson({ person }: { person: Person }) {
  const answer = async ({ mail_to, reason }: FormValues<'mail_to' | 'reason'>) => {
    const body = { ...person, mail_to, reason };
    const { mailed } = await api.call('POST /api/v1/admin/people/answer', { body });
    notify(mailed ? 'The mail is on its way.' : 'No mail sender is configured, so nothing was sent.');
  };
  return (
    <Card title="Mail it to them">
      <p>Each profile with its values, where each was seen, and how often it was given to customers.</p>
      <Form submit="Send the mail" onSubmit={answer}>
        <MailTo hint="Check first that the address is theirs." isRequired />
        <Reason hint="It is kept in the audit log, so don’t name the person in it." />
      </Form>
    </Card>
  );
}
