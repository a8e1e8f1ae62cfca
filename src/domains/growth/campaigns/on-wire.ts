import { windowOnWire } from '../window.ts';
import type { Campaign } from './campaigns.ts';
import { statusOf } from './rules.ts';
import { type Campaign as CampaignOnWire, partOf } from './shapes.ts';

export function campaignOnWire(campaign: Campaign, now: Date): CampaignOnWire {
  const { number: _, is_published: __, display, promo, ...members } = campaign;
  const made = promo?.isMade ? promo : null;
  return {
    ...members,
    ...windowOnWire(campaign),
    ...display,
    status: statusOf(campaign, now),
    promo_code: promo?.code ?? '',
    promo_credits: made?.credits ?? 0,
    promo_max_uses: made?.max_uses ?? null,
    promo_message: made?.message ?? '',
  };
}

const shownOf = (campaign: Campaign, texts: readonly string[]) => ({
  campaign_id: campaign.id,
  slug: campaign.slug,
  promo_code: namedCode(campaign, texts),
  ends_at: windowOnWire(campaign).ends_at,
});

/** The code, if the texts name it as a word in capital letters: a code that isn't announced stays private. */
function namedCode({ promo }: Campaign, texts: readonly string[]): string | null {
  const words = new Set(texts.join('\n').match(/[A-Z0-9][A-Z0-9_-]*/g));
  return promo && words.has(promo.code) ? promo.code : null;
}

export const bannerOf = (campaign: Campaign) => {
  const { banner_text, banner_cta } = campaign.display;
  return { ...shownOf(campaign, [banner_text, banner_cta]), ...partOf('banner', campaign.display) };
};

export const modalOf = (campaign: Campaign) => {
  const { modal_title, modal_body, modal_cta_label } = campaign.display;
  return {
    ...shownOf(campaign, [modal_title, modal_body, modal_cta_label]),
    ...partOf('modal', campaign.display),
  };
};
