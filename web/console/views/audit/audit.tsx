import { worded } from '#web/console/parts/words.ts';
import { downloadOf } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listEntries } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { EntryList } from './list.tsx';

export default function Audit() {
  const [{ action = '', account_id = '', from, to, order }] = useQuery();
  const { actor = '', email = '' } = useSought();
  const only = { actor, action, account_id, email, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const entries = useListing('GET /api/v1/admin/audit', {
    query: { ...only, order: order === 'oldest' ? order : 'newest', limit: 50 },
  });
  const actions = useActions(action);
  return (
    <Page title="Audit log" intro="Every change by an operator or by the service itself.">
      <Filters personal={['actor', 'email']}>
        <Field {...listEntries.actor} label="Who" hint="An operator, or system:…" />
        <Choice name="action" label="Action" hint="Those in the log" options={actions} value={action} />
        <Field {...listEntries.account_id} label="Account" hint="Full account ID" />
        <Field {...listEntries.email} label="Email" hint="Full email of the account" />
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

/** The actions that the log knows, in words, and the chosen one. */
function useActions(chosen: string): (readonly [action: string, words: string])[] {
  const { value } = useAnswer('GET /api/v1/admin/audit/actions');
  const known = new Set(value?.items.map(({ action }) => action));
  if (chosen !== '') known.add(chosen);
  const named = [...known].map((action) => [action, worded(action)] as const);
  return [['', 'All'], ...named.toSorted(([, one], [, other]) => one.localeCompare(other))];
}
