import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { ask } from '#web/shared/feedback/ask.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { refuseFields } from '#web/shared/forms/field-faults.ts';
import { changeEmail } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import type { PartProps } from './part-props.ts';

/** Makes another email the primary one: one that the account has claimed, or a new one. */
export function ChangeEmail({ account: { account_id, email, other_emails: others }, reload }: PartProps) {
  const [round, next] = useState(0);
  const save = async (body: FormValues<'new_email' | 'reason'>) => {
    const isEmail = /^\S+@\S+\.\S+$/.test(body.new_email);
    refuseFields({ new_email: !isEmail && 'Enter an email address, such as asha@works.example.' });
    const isKnown = others.includes(body.new_email.trim().toLowerCase());
    const answer = await ask({
      title: `Change the email to ${body.new_email.trim()}?`,
      text: isKnown
        ? 'Receipts go there. Sign-ins and sessions stay. Both addresses get a mail.'
        : 'Its sessions end. The customer signs in with the new email, and no longer with the former one. Keys still work. Both addresses get a mail.',
      act: 'Change it',
      keep: 'Keep the former one',
    });
    if (answer === null) return;
    await api.call('PATCH /api/v1/admin/growth/accounts/email', { body: { account_id, ...body } });
    notify('Email changed.');
    next(round + 1);
    await reload();
  };
  return (
    <Card title="Email">
      <p>
        {email ? `The primary email is ${email}.` : 'It has no email.'}
        {others.length > 0 && ` It has also claimed ${others.join(', ')}.`}
      </p>
      <Form key={round} submit="Change the email" onSubmit={save}>
        <Field {...changeEmail.new_email} label="New email" autoComplete="off" inputMode="email" />
        <Reason />
      </Form>
    </Card>
  );
}
