import '#web/app/parts/even-rows.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Filter } from '#web/app/parts/filters/filter.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { PhoneText } from '#web/shared/values/phone-text.tsx';
import { costOf } from './cost-of.ts';
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
      <div class="even-rows job-rows">
        <Listing
          label="Rows"
          of={items}
          columns={columns}
          keyOf={({ row }) => row}
          href={({ lookup }) => (lookup ? `/app?lookup=${lookup.id}&job=${id}` : undefined)}
          empty="No row has this status."
        />
      </div>
    </Card>
  );
}

const columns: Column<Item>[] = [
  { title: 'Person', cell: (item) => <Person of={item} /> },
  { title: 'Status', cell: ({ status }) => <ItemStatus of={status} /> },
  { title: 'Contacts', cell: ({ lookup }) => contactsOf(lookup) },
  {
    title: 'Line',
    cell: ({ row, line, client_reference: own }) => [line ?? row, own].filter(Boolean).join(', '),
  },
  { title: 'Cost', isNumber: true, isBeside: true, cell: (item) => costOf(item) },
];

/** The name that was found, else the one in the file, and the link. A person who was removed has neither. */
function Person({ of: { profile_url, name, status, lookup } }: { of: Item }) {
  if (profile_url === '' && status !== 'refused') return <>Removed</>;
  const known = lookup?.person.full_name ?? name;
  const link = shortened(profile_url);
  return known ? (
    <>
      {known} <span class="faint">{link}</span>
    </>
  ) : (
    <span>{link}</span>
  );
}

const shortened = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '') || '(empty)';

/** The best of each kind. The row leads to the others. */
function contactsOf(lookup: Item['lookup']): ComponentChildren {
  if (!lookup) return null;
  const { emails, phones, links } = lookup;
  const [email, phone, link] = [emails[0], phones[0], links[0]];
  if (!email && !phone) return link && shortened(link.url) + more(links);
  return (
    <>
      {email && email.address + more(emails)}
      {email && phone && ', '}
      {phone && <PhoneText of={phone.number} />}
      {more(phones)}
    </>
  );
}

const more = ({ length }: readonly unknown[]): string => (length > 1 ? ` +${length - 1}` : '');
