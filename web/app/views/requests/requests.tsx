import AsCode from '#web/app/parts/code/as-code.tsx';
import { exampleCall } from '#web/app/parts/code/example-call.ts';
import { Filter } from '#web/app/parts/filters/filter.tsx';
import { labelOf } from '#web/app/views/keys/key.ts';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Time } from '#web/shared/values/time.tsx';
import { operations } from './operations.ts';
import { durationOf, HttpStatus, type LoggedCall, Result } from './request-parts.tsx';

/** The last day's calls with the account's keys. The filters are in the address. */
export default function Requests() {
  const [{ status, key_id, operation }] = useQuery();
  const { value } = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const calls = useListing('GET /internal/calls/{account_id}', {
    path: { account_id: me },
    query: { status: status as '2xx' | undefined, key_id, operation },
  });
  const keys = new Map(value?.items.map((key) => [key.id, labelOf(key)]));
  const isFiltered = Boolean(status || key_id || operation);
  return (
    <Page
      title="Requests"
      intro="Lookups with your keys in the last 24 hours, and requests that were refused or failed. Other successful requests, rows of jobs and refused tool calls of agents aren’t listed."
      actions={<Action label="Refresh" run={calls.reload} />}
    >
      {(isFiltered || calls.isFresh || calls.items.length > 0) && (
        <div class="filters">
          <Filter name="key_id" label="Key" options={[['', 'All keys'], ...keys]} />
          <Filter name="status" label="Status" options={statuses} />
          <Filter name="operation" label="Operation" options={[['', 'All operations'], ...operations]} />
        </div>
      )}
      <Listing
        label="Requests"
        of={calls}
        columns={columnsWith(keys)}
        keyOf={({ id }) => id}
        href={({ id }) => `/app/requests/${id}`}
        empty={isFiltered ? 'No matching requests.' : <NoRequests hasKey={keys.size > 0} />}
      />
    </Page>
  );
}

const statuses = [
  ['', 'All'],
  ['2xx', 'Answered (2xx)'],
  ['4xx', 'Refused (4xx)'],
  ['5xx', 'Failed (5xx)'],
] as const;

const columnsWith = (keys: ReadonlyMap<string, string>): Column<LoggedCall>[] => [
  {
    title: 'Request',
    cell: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { title: 'Status', cell: ({ status }) => <HttpStatus of={status} /> },
  { title: 'Result', cell: (call) => <Result of={call} /> },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => credits },
  { title: 'Duration', isNumber: true, cell: ({ duration_ms: ms }) => durationOf(ms) },
  { title: 'Key', isForWide: true, cell: ({ key_id }) => keys.get(key_id) ?? '' },
  { title: 'Time', cell: ({ at }) => <Time at={at} /> },
];

const NoRequests = ({ hasKey }: { hasKey: boolean }) => (
  <>
    <Empty title="No requests in the last 24 hours.">
      {hasKey ? (
        <p>Make one, and refresh this page.</p>
      ) : (
        <p>
          <a href="/app/keys">Create a key</a>, and make the first one.
        </p>
      )}
    </Empty>
    <AsCode of={exampleCall} title="A first request" />
  </>
);
