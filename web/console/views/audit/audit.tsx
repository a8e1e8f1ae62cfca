import { useState } from 'preact/hooks';
import { downloadOf } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { listEntries } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { localInputOf, momentOfInput } from '#web/shared/forms/local-time.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { EntryList } from './list.tsx';
import '#web/console/parts/layout.css';

type AuditField = 'actor' | 'action' | 'account_id' | 'from' | 'to';

/** The operator stays out of the address: it is an email. */
export default function Audit() {
  const [query, change] = useQuery();
  const [actor, setActor] = useState('');
  const { action = '', account_id = '', from, to } = query;
  const only = { actor, action, account_id, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const entries = useListing('GET /api/v1/admin/audit', { query: { ...only, limit: 50 } });
  const filter = (values: FormValues<AuditField>) => {
    setActor(values.actor);
    change({
      action: values.action,
      account_id: values.account_id,
      from: momentOfInput(values.from),
      to: momentOfInput(values.to),
    });
  };
  return (
    <Page title="Audit log" intro="Every change by an operator or by the service itself. Newest first.">
      <Form isInline submit="Filter" onSubmit={filter}>
        <Field {...listEntries.actor} label="Who" value={actor} hint="An operator, or system:…" />
        <Field {...listEntries.action} label="Action" value={action} hint="Such as key.changed" />
        <Field {...listEntries.account_id} label="Account" value={account_id} hint="Full account ID" />
        <Field
          {...listEntries.from}
          type="datetime-local"
          label="From"
          value={localInputOf(from)}
          hint="In your time zone"
        />
        <Field
          {...listEntries.to}
          type="datetime-local"
          label="To"
          value={localInputOf(to)}
          hint="In your time zone"
        />
      </Form>
      <p>
        <a href={downloadOf(`/api/v1/admin/audit/csv?${new URLSearchParams(only)}`)} download>
          Download these as CSV
        </a>
      </p>
      <EntryList of={entries} />
    </Page>
  );
}
