import { Filter } from '#web/app/parts/filters/filter.tsx';
import { surfaceOptions } from '#web/app/parts/filters/surfaces.ts';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';

export function UsageFilters() {
  const [{ start, end }] = useQuery();
  return (
    <>
      <div class="filters">
        <Filter
          name="days"
          label="Range"
          options={start || end ? rangesOrOther : ranges}
          resets={['start', 'end']}
        />
        <Filter name="opened_from" label="From" options={surfaceOptions} />
        <Filter name="kind" label="Kind" options={kinds} />
        <Filter name="status" label="Result" options={statuses} />
        <Filter name="mode" label="Mode" options={modes} />
        <KeyFilter />
      </div>
      <OtherDays />
    </>
  );
}

const ranges = [
  ['7', 'Last 7 days'],
  ['', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;
const rangesOrOther = [
  ['', 'Other days'],
  ...ranges.map(([days, text]) => [days || '30', text] as const),
] as const;
const kinds = [
  ['', 'All'],
  ['find', 'Single lookups'],
  ['job', 'Rows of jobs'],
] as const;
const statuses = [
  ['', 'All'],
  ['completed', 'Found'],
  ['not_found', 'Not found'],
  ['failed', 'Failed'],
] as const;
const modes = [
  ['', 'Live and test'],
  ['live', 'Live'],
  ['test', 'Test'],
] as const;

function KeyFilter() {
  const { value } = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const keys = value?.items ?? [];
  const options = keys.map(
    ({ id, prefix, status }) => [id, status === 'active' ? prefix : `${prefix} (${status})`] as const,
  );
  return <Filter name="key_id" label="Key" options={[['', 'All'], ...options]} />;
}

/** Any two days. They win over the range. */
function OtherDays() {
  const [{ start, end }, change] = useQuery();
  return (
    <details class="other-days" open={Boolean(start || end)}>
      <summary>Other days</summary>
      <Form<'start' | 'end'>
        key={`${start} ${end}`}
        isInline
        submit="Show"
        onSubmit={(days) => change({ start: days.start || null, end: days.end || null })}
      >
        <Field name="start" label="First day" type="date" value={start} />
        <Field name="end" label="Last day" type="date" value={end} />
      </Form>
    </details>
  );
}
