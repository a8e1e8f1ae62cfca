import { windowOnWire } from '../window.ts';
import type { Campaign } from './campaigns.ts';
import { statusOf } from './rules.ts';
import type { Banner, Campaign as CampaignOnWire, Modal } from './shapes.ts';

export function campaignOnWire(campaign: Campaign, now: Date): CampaignOnWire {
  const { id, slug, name, display, promo } = campaign;
  const made = promo?.isMade ? promo : null;
  return {
    id,
    slug,
    name,
    status: statusOf(campaign, now),
    ...windowOnWire(campaign),
    ...display,
    promo_code: promo?.code ?? '',
    promo_credits: made?.credits ?? 0,
    promo_max_uses: made?.max_uses ?? null,
    promo_message: made?.message ?? '',
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
    updated_by: campaign.updated_by,
    archived_at: campaign.archived_at,
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

export const bannerOf = (campaign: Campaign): Banner => {
  const { display } = campaign;
  return {
    ...shownOf(campaign, [display.banner_text, display.banner_cta]),
    text: display.banner_text,
    href: display.banner_href,
    cta: display.banner_cta,
    theme: display.banner_theme,
    bg: display.banner_bg,
    fg: display.banner_fg,
    surfaces: display.banner_surfaces,
  };
};

export const modalOf = (campaign: Campaign): Modal => {
  const { display } = campaign;
  return {
    ...shownOf(campaign, [display.modal_title, display.modal_body, display.modal_cta_label]),
    title: display.modal_title,
    body: display.modal_body,
    image_url: display.modal_image_url,
    cta_label: display.modal_cta_label,
    cta_href: display.modal_cta_href,
    secondary_label: display.modal_secondary_label,
    secondary_href: display.modal_secondary_href,
    audience: display.modal_audience,
  };
};
