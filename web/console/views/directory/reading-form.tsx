import { Choice } from '../../../shared/choice.tsx';
import { Field } from '../../../shared/field.tsx';
import { Form } from '../../../shared/form.tsx';
import type { Reading } from './reading.ts';

const dateOrders = [
  ['', 'Not said'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
] as const;

interface ReadingFormProps {
  reading: Reading;
  onChange: (reading: Reading) => void;
}

/** What the file itself doesn't say. */
export function ReadingForm({ reading, onChange }: ReadingFormProps) {
  return (
    <Form
      submit="Check again"
      isInline
      onSubmit={({ source, dateOrder }: { source: string; dateOrder: string }) =>
        onChange({ ...reading, source, dateOrder })
      }
    >
      <Field
        name="source"
        label="Source"
        hint="Customers see it with each value. Empty means directory."
        maxLength={100}
        value={reading.source}
        placeholder="directory"
      />
      <Choice
        name="dateOrder"
        label="Order in dates such as 03/04/2026"
        options={dateOrders}
        value={reading.dateOrder}
        onChange={(dateOrder) => onChange({ ...reading, dateOrder })}
      />
    </Form>
  );
}
