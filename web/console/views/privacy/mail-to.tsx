import { Field } from '#web/shared/forms/field.tsx';
import { erasePerson } from '#web/shared/forms/fields.generated.ts';

/** The person's own address, for the answer to their request. */
export const MailTo = ({ hint, isRequired = false }: { hint: string; isRequired?: boolean }) => (
  <Field
    {...erasePerson.mail_to}
    label="Their email"
    hint={hint}
    isRequired={isRequired}
    autoComplete="off"
  />
);
