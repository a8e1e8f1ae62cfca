import { Chips } from '#web/app/parts/filters/chips.tsx';
import { Filter } from '#web/app/parts/filters/filter.tsx';
import { surfaceOptions } from '#web/app/parts/filters/surfaces.ts';
import { labelOf } from '#web/app/views/keys/key.ts';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';

/** The range, and chips for what a lookup was. All of it is in the address. */
export function UsageFilters() {
  return (
    <div class="usage-filters">
      <div class="chip-bar">
        <Chips name="days" label="Range" options={ranges} resets={['start', 'end']} />
        <OtherDays />
      </div>
      <div class="chip-bar">
        <Chips name="status" label="Result" options={results} />
        <Chips name="opened_from" label="From" options={surfaceOptions.slice(1)} />
        <Chips name="kind" label="Kind" options={kinds} />
        <Chips name="mode" label="Mode" options={modes} />
        <KeyFilter />
      </div>
    </div>
  );
}

const ranges = [
  ['7', '7 days'],
  ['', '30 days'],
  ['90', '90 days'],
] as const;
const results = [
  ['completed', 'Found'],
  ['not_found', 'Not found'],
  ['failed', 'Failed'],
] as const;
const kinds = [['job', 'Jobs']] as const;
const modes = [['test', 'Test keys']] as const;

/** With one key there is nothing to choose. */
function KeyFilter() {
  const { value } = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const keys = value?.items ?? [];
  if (keys.length < 2) return null;
  const options = keys.map(
    (key) => [key.id, key.status === 'active' ? labelOf(key) : `${labelOf(key)}, ${key.status}`] as const,
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
