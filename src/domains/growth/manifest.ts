import { domain } from '#core/domain.ts';
import { growthData } from './account-rows.ts';
import { archiveCampaign } from './campaigns/archive-campaign.ts';
import { CampaignsInMemory, campaignChannel, openCampaigns } from './campaigns/campaigns-in-memory.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { saveCampaign } from './campaigns/save-campaign.ts';
import { showActiveCampaigns } from './campaigns/show-active-campaigns.ts';
import { growthErrors } from './errors.ts';
import { growthJourney } from './journey.ts';
import { listPromos } from './promos/list-promos.ts';
import { listRedemptions } from './promos/list-redemptions.ts';
import { previewPromo } from './promos/preview-promo.ts';
import { redeemPromo } from './promos/redeem-promo.ts';
import { savePromo } from './promos/save-promo.ts';

/** Campaigns with banners and popups, and promos: codes that give credits. */
export const growth = domain({
  id: 'growth',
  title: 'Growth',
  description: 'Campaigns with banners and popups, and promos: codes that give credits.',
  operations: [
    showActiveCampaigns,
    previewPromo,
    redeemPromo,
    listCampaigns,
    saveCampaign,
    archiveCampaign,
    listPromos,
    savePromo,
    listRedemptions,
  ],
  errors: growthErrors,
  accountData: growthData,
  journey: [growthJourney],
  open({ ports: { db }, clock }) {
    const campaigns = openCampaigns({ db, clock });
    return {
      ports: [CampaignsInMemory.opened(campaigns)],
      feed: {
        channels: [campaignChannel],
        onChange: campaigns.forget,
        onFeedLost: campaigns.onFeedLost,
        onFeedRestored: campaigns.onFeedRestored,
      },
    };
  },
});
