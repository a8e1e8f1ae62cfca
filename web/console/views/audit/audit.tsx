import { downloadOf } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { listEntries } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { EntryList } from './list.tsx';
import '#web/console/parts/layout.css';

export default function Audit() {
  const [{ action = '', account_id = '', from, to, order }] = useQuery();
  const { actor = '' } = useSought();
  const only = { actor, action, account_id, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const entries = useListing('GET /api/v1/admin/audit', {
    query: { ...only, order: order === 'oldest' ? order : 'newest', limit: 50 },
  });
  return (
    <Page title="Audit log" intro="Every change by an operator or by the service itself.">
      <Filters personal={['actor']}>
        <Field {...listEntries.actor} label="Who" hint="An operator, or system:…" />
        <Field {...listEntries.action} label="Action" hint="Such as key.changed" />
        <Field {...listEntries.account_id} label="Account" hint="Full account ID" />
        <Field {...listEntries.from} type="datetime-local" label="From" hint="In your time zone" />
        <Field {...listEntries.to} type="datetime-local" label="To" hint="In your time zone" />
      </Filters>
      <p>
        <a href={downloadOf(`/api/v1/admin/audit/csv?${new URLSearchParams(only)}`)} download>
          Download these as CSV
        </a>
      </p>
      <EntryList of={entries} />
    </Page>
  );
}
