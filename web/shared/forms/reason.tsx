import { Field } from './field.tsx';
import { grantCredits } from './fields.generated.ts';

interface ReasonProps {
  /** Says where it is kept. */
  hint?: string;
}

/** Why an operator does something. It is required, and every operation takes the same length. */
export function Reason({ hint = 'It is kept in the audit log.' }: ReasonProps) {
  return <Field {...grantCredits.reason} label="Reason" hint={hint} />;
}
