import type { Answer, Request } from '#client';
import { networkName } from '#web/app/parts/filters/networks.ts';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { LookupResult } from '#web/app/parts/lookups/lookup-result.tsx';
import { downloadOf, me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { counted } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { freeWords } from './free-words.ts';
import '#web/app/parts/even-rows.css';
import './past-lookups.css';

type Past = Answer<'GET /internal/lookups/{account_id}'>['items'][number];
export type PastQuery = NonNullable<Request<'GET /internal/lookups/{account_id}'>['query']>;

interface PastLookupsProps {
  query: PastQuery;
  empty: string;
}

/** Lookups by the person, newest first, with what each cost and why. Those of the last day lead to their answers. */
export function PastLookups({ query, empty }: PastLookupsProps) {
  const path = { account_id: me };
  const lookups = useListing('GET /internal/lookups/{account_id}', { path, query: { ...query, limit: 50 } });
  return (
    <div class="even-rows past-lookups">
      <Kept since={query.start} />
      <Listing
        label="Lookups"
        of={lookups}
        columns={columns}
        keyOf={({ id }) => id}
        href={({ id, at, mode, status }) =>
          mode === 'live' && status !== 'failed' && Date.now() - Date.parse(at) < answerKeptMs
            ? `/app?lookup=${id}`
            : undefined
        }
        empty={empty}
      />
    </div>
  );
}

const answerKeptMs = 24 * 3_600_000;

/** The address of the same lookups as a file. */
export const pastLookupsFile = (query: PastQuery): string => {
  const members = Object.entries(query).filter((member) => member[1] !== undefined && member[1] !== '');
  return downloadOf(`/internal/lookups/${me}/csv?${new URLSearchParams(members as [string, string][])}`);
};

/** Says how long lookups are listed, where older ones were asked for. */
function Kept({ since = '' }: { since: string | undefined }) {
  const { value } = useAnswer('GET /internal/lookups/{account_id}', {
    path: { account_id: me },
    query: { limit: 1 },
  });
  if (!value) return null;
  const days = value.history_days;
  if (days === 0)
    return <p class="small faint">This service keeps no list of lookups. The sums have all of them.</p>;
  if (Date.parse(since) > Date.now() - days * 24 * 3_600_000) return null;
  return (
    <p class="small faint">
      Single lookups are kept for {counted(days, 'day')}. The sums have older ones too.
    </p>
  );
}

const columns: Column<Past>[] = [
  { title: 'Person', cell: (lookup) => <Person of={lookup} /> },
  { title: 'Result', cell: ({ status }) => <LookupResult of={status} /> },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'From', cell: (lookup) => <From of={lookup} /> },
  { title: 'Credits', isNumber: true, isBeside: true, cell: ({ credits }) => costOf(credits) },
];

const costOf = ({ charged, reason }: Past['credits']): string =>
  charged > 0 ? `−${charged}` : `Free: ${freeWords(reason)}`;

/** The name and the link. A person who was removed has neither. */
function Person({ of: { full_name: name, profile, network } }: { of: Past }) {
  if (!profile) return <>Someone on {networkName(network)}, removed</>;
  const link = profile.url.replace(/^https?:\/\/(www\.)?/, '');
  return name ? (
    <>
      {name} <span class="faint">{link}</span>
    </>
  ) : (
    <span class="faint">{link}</span>
  );
}

function From({ of: { job, key, opened_from } }: { of: Past }) {
  if (job) return <a href={`/app/jobs/${job.id}`}>{job.name ?? 'Job'}</a>;
  return <>{[surfaceName(opened_from), key && (key.note || key.prefix)].filter(Boolean).join(', ')}</>;
}
