import { useEffect, useRef } from 'preact/hooks';
import { Filter } from '#web/app/parts/filters/filter.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { type Item, ItemStatus, itemStatusOptions, type Job } from './status.tsx';

/** The rows of a job in their order. They follow the job while it runs. */
export function JobItems({ job: { id, counts } }: { job: Job }) {
  const [{ items: status = '' }] = useQuery();
  const items = useListing('GET /internal/jobs/{account_id}/{job_id}/items', {
    path: { account_id: me, job_id: id },
    query: { status: status as Item['status'], limit: 25 },
  });
  const answered = counts.profiles - counts.waiting;
  const shownFor = useRef(answered);
  useEffect(() => {
    if (shownFor.current === answered) return;
    shownFor.current = answered;
    void items.reload();
  }, [answered]);
  return (
    <Card title="Rows" actions={<Filter name="items" label="Show" options={itemStatusOptions} />}>
      <Listing
        label="Rows"
        of={items}
        columns={columns}
        keyOf={({ row }) => row}
        href={({ lookup }) => (lookup ? `/app?lookup=${lookup.id}` : undefined)}
        empty="No row has this status."
      />
    </Card>
  );
}

const columns: Column<Item>[] = [
  { title: 'Profile', cell: (item) => <Profile of={item} /> },
  { title: 'Row', isNumber: true, cell: ({ row }) => row },
  { title: 'Status', cell: (item) => <State of={item} /> },
  { title: 'Person', cell: ({ lookup }) => lookup?.person.full_name ?? '–' },
  { title: 'Contacts', cell: ({ lookup }) => <Contacts of={lookup} /> },
  { title: 'Credits', isNumber: true, cell: ({ credits_charged }) => credits_charged },
];

const Profile = ({ of: { profile_url, client_reference } }: { of: Item }) => (
  <>
    {shortened(profile_url)}
    {client_reference && <div class="row-reference">{client_reference}</div>}
  </>
);

const State = ({ of: { status, reason } }: { of: Item }) => (
  <>
    <ItemStatus of={status} />
    {reason && <div class="small">{reason.replaceAll('_', ' ')}</div>}
  </>
);

const shortened = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '') || '(empty)';

/** The best of each kind. The row leads to the others. */
function Contacts({ of: lookup }: { of: Item['lookup'] }) {
  const firsts = [
    firstOf(lookup?.emails.map(({ address }) => address)),
    firstOf(lookup?.phones.map(({ number }) => number)),
    lookup?.emails.length || lookup?.phones.length
      ? null
      : firstOf(lookup?.links.map(({ url }) => shortened(url))),
  ].filter((first) => first !== null);
  return firsts.length === 0 ? (
    <>–</>
  ) : (
    firsts.map((first) => (
      <div key={first} class="row-contact">
        {first}
      </div>
    ))
  );
}

function firstOf(values: string[] = []): string | null {
  const [first, ...others] = values;
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} +${others.length}`;
}
