import { Field } from '#web/shared/forms/field.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';

interface ReportFormProps {
  onReport: (emails: string[]) => Promise<void>;
}

/** The emails of a pasted list or column of a CSV file: one a line, or separated by commas, semicolons or spaces. */
const emailsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;"<>]+/).filter((word) => word.includes('@'))),
];

export const ReportForm = ({ onReport }: ReportFormProps) => (
  <Card title="Report emails that came back">
    <p class="faint">
      Each one is checked. If it is dead and you paid for it in the last 30 days, you get the credit back.
    </p>
    <Form<'emails'> submit="Report" isCleared onSubmit={({ emails }) => onReport(emailsIn(emails))}>
      <Field
        name="emails"
        label="Emails, one a line"
        hint="Up to 500. You can paste a column of a CSV file."
        rows={6}
        isRequired
      />
    </Form>
  </Card>
);
