import { localInputOf, momentOfInput } from '#web/shared/forms/local-time.ts';
import type { Campaign, CampaignBody } from './types.ts';

export const surfaces = ['home', 'pricing', 'docs', 'sign_in', 'dashboard', 'extension'] as const;

const texts = [
  'name',
  'slug',
  'banner_text',
  'banner_href',
  'banner_cta',
  'banner_bg',
  'banner_fg',
  'modal_title',
  'modal_body',
  'modal_image_url',
  'modal_cta_label',
  'modal_cta_href',
  'modal_secondary_label',
  'modal_secondary_href',
  'promo_code',
  'promo_message',
] as const;
type TextMember = (typeof texts)[number];
const choices = ['status', 'banner_theme', 'modal_audience'] as const;

/** What the fields hold: texts, and 'true' for a ticked box. */
export type CampaignValues = Record<
  | TextMember
  | (typeof choices)[number]
  | `surface_${(typeof surfaces)[number]}`
  | 'starts_at'
  | 'ends_at'
  | 'banner_enabled'
  | 'modal_enabled'
  | 'promo_credits'
  | 'promo_max_uses',
  string
>;

const tick = (isTicked: boolean) => (isTicked ? 'true' : '');

export function valuesOf(campaign: Campaign | null): CampaignValues {
  const named = Object.fromEntries(texts.map((name) => [name, campaign?.[name] ?? '']));
  const shown = surfaces.map((name) => [
    `surface_${name}`,
    tick(campaign?.banner_surfaces.includes(name) ?? false),
  ]);
  return {
    ...(named as Record<TextMember, string>),
    ...(Object.fromEntries(shown) as Record<`surface_${(typeof surfaces)[number]}`, string>),
    status: campaign?.status ?? 'draft',
    banner_theme: campaign?.banner_theme ?? 'info',
    modal_audience: campaign?.modal_audience ?? 'first_visit',
    starts_at: localInputOf(campaign?.starts_at),
    ends_at: localInputOf(campaign?.ends_at),
    banner_enabled: tick(campaign?.banner_enabled ?? true),
    modal_enabled: tick(campaign?.modal_enabled ?? false),
    promo_credits: String(campaign?.promo_credits || ''),
    promo_max_uses: String(campaign?.promo_max_uses ?? ''),
  };
}

/** The request body. A date that was not changed keeps its seconds. */
export function bodyOf(campaign: Campaign | null, values: CampaignValues): CampaignBody {
  const before = valuesOf(campaign);
  const date = (name: 'starts_at' | 'ends_at') =>
    campaign && values[name] === before[name] ? campaign[name] : (momentOfInput(values[name]) ?? '');
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name]])),
    name: values.name,
    id: campaign?.id ?? '',
    status: values.status as CampaignBody['status'],
    starts_at: date('starts_at'),
    ends_at: date('ends_at'),
    banner_enabled: values.banner_enabled === 'true',
    banner_theme: values.banner_theme as CampaignBody['banner_theme'],
    banner_surfaces: surfaces.filter((name) => values[`surface_${name}`] === 'true'),
    modal_enabled: values.modal_enabled === 'true',
    modal_audience: values.modal_audience as CampaignBody['modal_audience'],
    promo_credits: Number(values.promo_credits),
    promo_max_uses: values.promo_max_uses === '' ? null : Number(values.promo_max_uses),
  };
}
