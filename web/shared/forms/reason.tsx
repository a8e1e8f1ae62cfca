import { Field } from './field.tsx';

interface ReasonProps {
  /** Who reads it. */
  hint?: string;
}

/** Why an operator does something. It is required. */
export function Reason({ hint = 'It is kept in the audit trail.' }: ReasonProps) {
  return <Field name="reason" label="Reason" hint={hint} maxLength={500} isRequired />;
}
