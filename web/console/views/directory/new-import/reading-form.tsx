import { Choice } from '#web/shared/forms/choice.tsx';
import { encodings } from '#web/shared/forms/encodings.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { importContacts } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import type { Reading } from './reading.ts';

const dateOrders = [
  ['', 'Not said'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
] as const;

type Said = 'source' | 'dateOrder' | 'encoding';

interface ReadingFormProps {
  reading: Reading;
  /** The encoding that is chosen while none is, or ''. */
  suggested: string;
  onChange: (reading: Reading) => void;
}

/** Options that the file doesn't contain. Every change checks the file again. */
export function ReadingForm({ reading, suggested, onChange }: ReadingFormProps) {
  const change = ({ source, dateOrder, encoding }: FormValues<Said>) =>
    onChange({ ...reading, source, dateOrder, encoding });
  return (
    <Form<Said> submit="Check again" isInline onSubmit={change} onInput={change}>
      <Field
        {...importContacts.source}
        label="Source"
        hint="Customers see it with each value. Empty means directory."
        value={reading.source}
        placeholder="directory"
      />
      <Choice
        name="dateOrder"
        label="Order in dates such as 03/04/2026"
        options={dateOrders}
        value={reading.dateOrder}
      />
      <Choice name="encoding" label="Encoding" options={encodings} value={reading.encoding || suggested} />
    </Form>
  );
}
