import type { Answer } from '#client';
import { me } from '../../../shared/api.ts';
import { Badge, type Tone } from '../../../shared/badge.tsx';
import { Card } from '../../../shared/card.tsx';
import { useListing } from '../../../shared/listing.ts';
import { type Column, Listing } from '../../../shared/listing.tsx';
import { Time } from '../../../shared/time.tsx';
import { surfaceName } from '../../parts/surfaces.ts';
import type { UsageFilter } from './usage-query.ts';

type UsageEvent = Answer<'GET /internal/usage/by-account/{account_id}'>['events'][number];

/** The look-ups one by one, newest first. Those of the last day lead to their answers. */
export function UsageEvents({ query }: { query: UsageFilter }) {
  const events = useListing('GET /internal/usage/by-account/{account_id}', {
    path: { account_id: me },
    query: { ...query, limit: 25 },
  });
  return (
    <Card title="Look-ups">
      <Listing
        label="Look-ups"
        of={events}
        columns={columns}
        keyOf={({ id }) => id}
        href={({ id, at, mode, status }) =>
          mode === 'live' && status !== 'failed' && Date.now() - Date.parse(at) < answerKeptMs
            ? `/app/look-up?lookup=${id}`
            : undefined
        }
        empty="No look-ups in these days."
      />
    </Card>
  );
}

const answerKeptMs = 24 * 3_600_000;

const results: Record<string, [text: string, tone: Tone]> = {
  completed: ['Found', 'good'],
  not_found: ['Not found', 'plain'],
  failed: ['Failed', 'bad'],
};

const columns: Column<UsageEvent>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Result', cell: ({ status }) => <Result of={status} /> },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => credits },
  { title: 'Network', cell: ({ network }) => network },
  {
    title: 'From',
    cell: ({ opened_from, kind }) => `${surfaceName(opened_from)}${kind === 'job' ? ', job' : ''}`,
  },
  { title: 'Mode', cell: ({ mode }) => mode },
  { title: 'Reference', cell: ({ client_reference }) => client_reference ?? '–' },
];

function Result({ of }: { of: string }) {
  const [text, tone] = results[of] ?? [of, 'plain'];
  return <Badge tone={tone}>{text}</Badge>;
}
