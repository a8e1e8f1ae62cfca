import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { refuseFields } from '#web/shared/forms/field-faults.ts';
import { erasePerson } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { counted } from '#web/shared/values/count.tsx';
import { MailTo } from './mail-to.tsx';
import { RequestedByChoice } from './requested-by-choice.tsx';
import type { Person, PersonExport, RequestedBy } from './types.ts';

interface ErasePersonProps {
  person: Person;
  known: PersonExport;
  onErased: () => void;
}

/** Erases the person who was exported. The operator types their identifier again to confirm. */
export function ErasePerson({ person, known, onErased }: ErasePersonProps) {
  const typed = Object.values(person)[0] ?? '';
  const recipients = new Set(
    known.profiles.flatMap(({ recipients }) => recipients.map(({ account_id }) => account_id)),
  );
  const erase = async (values: FormValues<'again' | 'mail_to' | 'reason' | 'requested_by' | 'suppress'>) => {
    refuseFields({ again: values.again !== typed && 'This is not what you searched for.' });
    const { mail_to, reason, requested_by, suppress } = values;
    const body = {
      ...person,
      reason,
      requested_by: requested_by as RequestedBy,
      suppress: suppress === 'true',
      ...(mail_to ? { mail_to } : {}),
    };
    const done = await api.call('POST /api/v1/admin/people/erasure', { body });
    notify(
      `Erased: ${counted(done.profiles_erased, 'profile')}, ${counted(done.source_answers_erased, 'stored answer')} of sources. ` +
        `Withdrawn: ${counted(done.answers_withdrawn, 'stored lookup')}.`,
    );
    onErased();
  };
  return (
    <Card title="Erase this person">
      <p>
        Deletes {counted(known.profiles.length, 'profile')} here, in stored answers of sources and of lookups.
        You can’t undo it. The log of who received the data stays as proof, without contact values.
        {recipients.size > 0 &&
          ` Before you erase, notify the ${counted(recipients.size, 'account')} above (GDPR Art. 19).`}
      </p>
      <Form submit="Erase the person" onSubmit={erase} isDanger>
        <Field
          {...erasePerson.profile_url}
          name="again"
          label={`Type ${typed} to confirm`}
          autoComplete="off"
          isRequired
        />
        <ErasureFields />
      </Form>
    </Card>
  );
}

const ErasureFields = () => (
  <>
    <Reason hint="It is kept in the audit log, so don’t name the person in it." />
    <RequestedByChoice value="subject" />
    <Check
      name="suppress"
      label="Suppress the person as well"
      hint="Otherwise a later import may bring them back."
      value
    />
    <MailTo hint="The mail says that the data was erased." />
  </>
);
