import { useEffect } from 'preact/hooks';
import type { Answer } from '#client';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { LookupResult } from '#web/app/parts/lookups/lookup-result.tsx';
import { downloadOf, me } from '#web/shared/answers/api.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { counted } from '#web/shared/values/count.tsx';
import { foundWords } from './found-words.ts';
import './recent.css';

type Past = Answer<'GET /internal/lookups/{account_id}'>['items'][number];

interface RecentProps {
  /** The list is loaded again when this changes. */
  answers: number;
  /** Looks a profile up again, whose answer isn't kept any more. */
  onAgain: (link: string) => void;
}

/** The latest lookups of the account. A row leads to its answer, or to its job. */
export default function Recent({ answers, onAgain }: RecentProps) {
  const list = useListing('GET /internal/lookups/{account_id}', {
    path: { account_id: me },
    query: { limit: 20 },
  });
  useEffect(() => {
    if (answers > 0) void list.reload();
  }, [answers]);
  const days = list.page?.history_days;
  const csv = list.items.length > 0 && (
    <>
      <a class="button" href="/app/bounces">
        Report bounces
      </a>
      <a class="button" href={downloadOf(`/internal/lookups/${me}/csv`)} download>
        CSV
      </a>
    </>
  );
  return (
    <Card title="Recent lookups" actions={csv}>
      {days === 0 ? (
        <p class="faint">Not listed: this service keeps no history of lookups.</p>
      ) : (
        <Listing
          label="Recent lookups"
          of={list}
          keyOf={({ id }) => id}
          href={addressOf}
          columns={[
            { title: 'Person', cell: (past) => <Person of={past} onAgain={onAgain} /> },
            { title: 'Profile', cell: ({ profile }) => profile && <ProfileText of={profile} /> },
            { title: 'Result', isBeside: true, cell: (past) => <Result of={past} /> },
            { title: 'Cost', cell: ({ credits }) => costOf(credits) },
            { title: 'From', cell: fromOf },
            { title: 'When', cell: ({ at }) => <Ago at={at} /> },
          ]}
          empty={
            <Empty title="No lookups yet.">
              <p>People you look up are listed here for {counted(days ?? 0, 'day')}.</p>
            </Empty>
          }
        />
      )}
    </Card>
  );
}

/** Answers are kept this long. */
const keptMs = 24 * 60 * 60_000;

function addressOf({ id, at, job, mode, profile }: Past): string | undefined {
  if (job) return `/app/jobs/${job.id}`;
  const isKept = profile !== null && mode === 'live' && Date.now() - Date.parse(at) < keptMs;
  return isKept ? `/app?lookup=${id}` : undefined;
}

function Person({ of: past, onAgain }: { of: Past; onAgain: RecentProps['onAgain'] }) {
  const { profile, full_name } = past;
  if (!profile) return <>Removed</>;
  // A handle isn't a name.
  const name = full_name ?? <span class="no-name">{profile.handle}</span>;
  if (addressOf(past)) return <>{name}</>;
  return (
    <button type="button" class="again" title="Look up again" onClick={() => onAgain(profile.url)}>
      {name}
    </button>
  );
}

const fromOf = ({ job, opened_from }: Past): string => (job ? (job.name ?? 'Job') : surfaceName(opened_from));

const ProfileText = ({ of }: { of: NonNullable<Past['profile']> }) => (
  <span class="profile-text">{of.url.replace(/^https:\/\/(www\.)?/, '')}</span>
);

function Result({ of: { status, found } }: { of: Past }) {
  const words = found && foundWords(found);
  return words ? <Badge tone="good">{words}</Badge> : <LookupResult of={status} />;
}

function costOf({ charged, reason }: Past['credits']): string {
  if (charged > 0) return counted(charged, 'credit');
  if (reason === 'repeat') return 'Free, paid before';
  return reason === 'test_key' ? 'Free, test key' : 'Free';
}
