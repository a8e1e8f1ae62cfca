import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Campaign } from './types.ts';

const CampaignStatus = badgeOf<Campaign['status']>({
  draft: ['Draft', 'plain'],
  scheduled: ['Scheduled', 'warn'],
  active: ['Active', 'good'],
  ended: ['Ended', 'plain'],
  archived: ['Archived', 'plain'],
});

/** Banners and popups, and when they are shown. */
export default function Campaigns() {
  const campaigns = useListing('GET /api/v1/admin/growth/campaigns', { query: { limit: 50 } });
  return (
    <Page
      title="Campaigns"
      intro="A banner, a popup or both, shown between two dates. A campaign may bring a promo of its own."
      actions={
        <a class="button primary" href="/console/campaigns/new">
          New campaign
        </a>
      }
    >
      <Listing
        of={campaigns}
        label="Campaigns"
        keyOf={({ id }) => id}
        href={({ id }) => `/console/campaigns/${id}`}
        empty={<Empty title="No campaigns yet." />}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Status', cell: ({ status }) => <CampaignStatus of={status} /> },
          { title: 'Shows', cell: shows },
          { title: 'Promo', cell: ({ promo_code }) => promo_code || '–' },
          { title: 'Starts', cell: ({ starts_at }) => <Time at={starts_at} /> },
          { title: 'Ends', cell: ({ ends_at }) => <Time at={ends_at} /> },
        ]}
      />
    </Page>
  );
}

const shows = ({ banner_enabled, modal_enabled }: Campaign): string =>
  [banner_enabled && 'Banner', modal_enabled && 'Popup'].filter(Boolean).join(', ') || 'Nothing';
