import { Field } from './field.tsx';
import { grantCredits } from './fields.generated.ts';

interface ReasonProps {
  /** Who reads it. */
  hint?: string;
}

/** Why an operator does something. It is required, and every operation takes the same length. */
export function Reason({ hint = 'It is kept in the audit trail.' }: ReasonProps) {
  return <Field {...grantCredits.reason} label="Reason" hint={hint} />;
}
