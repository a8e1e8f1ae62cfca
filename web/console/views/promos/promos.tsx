import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

/** Codes that give credits. */
export default function Promos() {
  const promos = useListing('GET /api/v1/admin/growth/promos', { query: { limit: 50 } });
  return (
    <Page
      title="Promos"
      intro="Codes that give credits to those who redeem them."
      actions={
        <a class="button primary" href="/console/promos/new">
          New promo
        </a>
      }
    >
      <Listing
        of={promos}
        label="Promos"
        keyOf={({ code }) => code}
        href={({ code }) => `/console/promos/${code}`}
        empty={<Empty title="No promos yet." />}
        columns={[
          { title: 'Code', cell: ({ code }) => <code>{code}</code> },
          {
            title: 'State',
            cell: ({ active }) => (active ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>),
          },
          { title: 'Credits', cell: ({ credits }) => <Count of={credits} />, isNumber: true },
          { title: 'Used', cell: ({ uses, max_uses }) => usesText(uses, max_uses), isNumber: true },
          { title: 'Starts', cell: ({ starts_at }) => <Time at={starts_at} /> },
          { title: 'Ends', cell: ({ ends_at }) => <Time at={ends_at} /> },
        ]}
      />
    </Page>
  );
}

const usesText = (uses: number, max: number | null): string =>
  max === null ? countOf(uses) : `${countOf(uses)} of ${countOf(max)}`;
