import { Filter } from '#web/app/parts/filters/filter.tsx';
import { surfaceName, surfaceOptions } from '#web/app/parts/filters/surfaces.ts';
import { me } from '#web/shared/answers/api.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { type Job, JobStatus, jobStatusOptions } from './status.tsx';

const NewJob = () => (
  <a class="button primary" href="/app/jobs/new">
    New job
  </a>
);

export default function Jobs() {
  const [{ status = '', opened_from = '' }] = useQuery();
  const jobs = useListing('GET /internal/jobs/{account_id}', {
    path: { account_id: me },
    query: { status: status as Job['status'], opened_from: opened_from as Job['opened_from'], limit: 25 },
  });
  const isFiltered = status !== '' || opened_from !== '';
  return (
    <Page
      title="Jobs"
      intro="Look up as many as 10,000 people at once, from a file. You can close this page while it runs."
      actions={<NewJob />}
    >
      <div class="filters">
        <Filter name="status" label="Status" options={jobStatusOptions} />
        <Filter name="opened_from" label="Started from" options={surfaceOptions} />
      </div>
      <Listing
        label="Jobs"
        of={jobs}
        columns={columns}
        keyOf={({ id }) => id}
        href={({ id }) => `/app/jobs/${id}`}
        empty={isFiltered ? <NoMatch /> : <NoJobs />}
      />
    </Page>
  );
}

const columns: Column<Job>[] = [
  { title: 'Job', cell: ({ name, id }) => name || id },
  { title: 'Status', cell: ({ status }) => <JobStatus of={status} /> },
  {
    title: 'Done',
    isNumber: true,
    cell: ({ counts: { profiles, waiting } }) => `${countOf(profiles - waiting)} of ${countOf(profiles)}`,
  },
  { title: 'Found', isNumber: true, cell: ({ counts }) => <Count of={counts.completed} /> },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => <Count of={credits.spent} /> },
  { title: 'From', isForWide: true, cell: ({ opened_from }) => surfaceName(opened_from) },
  { title: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
];

const NoMatch = () => (
  <Empty title="No matching jobs.">
    <a class="button" href="/app/jobs">
      Show all jobs
    </a>
  </Empty>
);

const NoJobs = () => (
  <Empty title="No jobs yet.">
    <p>Drop a file with links to profiles. You see what it costs at most before anything is spent.</p>
    <NewJob />
  </Empty>
);
