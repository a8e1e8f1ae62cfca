import type { Answer } from '#client';
import { percentOf } from '#web/console/views/sources/percent.ts';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Count } from '#web/shared/values/count.tsx';
import type { SourceQuality } from './quality-bars.tsx';
import '#web/console/views/directory/directory.css';

/** The sources beside each other. A row leads to the bars of its source. */
export function SourceTable({
  of: { sources, others },
}: {
  of: Answer<'GET /api/v1/admin/directory/quality'>;
}) {
  return (
    <div class="quality">
      <Table
        items={others ? [...sources, others] : sources}
        label="Quality by source"
        keyOf={({ source }, at) => source ?? at}
        href={({ source }) =>
          source === null ? undefined : `/console/directory/quality?source=${encodeURIComponent(source)}`
        }
        columns={columns}
      />
    </div>
  );
}

const share = (
  title: string,
  of: (quality: SourceQuality) => readonly [part: number, whole: number],
): Column<SourceQuality> => ({
  title,
  cell: (quality) => {
    const [part, whole] = of(quality);
    return percentOf(whole === 0 ? null : part / whole);
  },
  isNumber: true,
});

const columns: Column<SourceQuality>[] = [
  { title: 'Source', cell: ({ source }) => source ?? 'Other sources' },
  { title: 'Profiles', cell: ({ profiles }) => <Count of={profiles} />, isNumber: true },
  share('Email', ({ with_email, profiles }) => [with_email, profiles]),
  share('Phone', ({ with_phone, profiles }) => [with_phone, profiles]),
  share('Link', ({ with_link, profiles }) => [with_link, profiles]),
  share('Name', ({ with_name, profiles }) => [with_name, profiles]),
  share('Company', ({ with_company, profiles }) => [with_company, profiles]),
  share('Seen this year', ({ ages, values }) => [seenWithinYear(ages), values]),
  share('Duplicates', ({ duplicates, addresses }) => [duplicates, addresses]),
  share('Other name', ({ name_conflicts: { differing, compared } }) => [differing, compared]),
  share('Other company', ({ company_conflicts: { differing, compared } }) => [differing, compared]),
];

const seenWithinYear = (ages: SourceQuality['ages']): number =>
  ages
    .filter(({ days_max }) => days_max !== null && days_max <= 365)
    .reduce((sum, { values }) => sum + values, 0);
