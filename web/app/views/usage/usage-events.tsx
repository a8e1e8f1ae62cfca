import type { Answer } from '#client';
import { networkName } from '#web/app/parts/filters/networks.ts';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { LookupResult } from '#web/app/parts/lookup-result.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Time } from '#web/shared/values/time.tsx';
import type { UsageFilter } from './usage-query.ts';

type UsageEvent = Answer<'GET /internal/usage/by-account/{account_id}'>['events'][number];

/** The lookups one by one, newest first. Those of the last day lead to their answers. */
export function UsageEvents({ query }: { query: UsageFilter }) {
  const events = useListing('GET /internal/usage/by-account/{account_id}', {
    path: { account_id: me },
    query: { ...query, limit: 25 },
  });
  return (
    <Card title="Lookups">
      <Listing
        label="Lookups"
        of={events}
        columns={columns}
        keyOf={({ id }) => id}
        href={({ id, at, mode, status }) =>
          mode === 'live' && status !== 'failed' && Date.now() - Date.parse(at) < answerKeptMs
            ? `/app?lookup=${id}`
            : undefined
        }
        empty="No lookups in these days."
      />
    </Card>
  );
}

const answerKeptMs = 24 * 3_600_000;

const columns: Column<UsageEvent>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Result', cell: ({ status }) => <LookupResult of={status} /> },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => credits },
  { title: 'Network', cell: ({ network }) => networkName(network) },
  {
    title: 'From',
    cell: ({ opened_from, kind }) => `${surfaceName(opened_from)}${kind === 'job' ? ', job' : ''}`,
  },
  { title: 'Mode', cell: ({ mode }) => (mode === 'test' ? 'Test' : 'Live') },
  { title: 'Reference', cell: ({ client_reference }) => client_reference ?? '–' },
];
