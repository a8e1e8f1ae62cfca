import Type, { type Static } from 'typebox';
import { instant, instantOrNull, optionalText, requiredText, text } from '#core/shapes.ts';
import { creditsMax, usesMax, windowMembers } from '../promos/shapes.ts';
import { askedStatuses, campaignStatuses, slugLengthMax } from './rules.ts';

const link = (description: string, example: string) =>
  optionalText(2000, `${description} Starts with https://, or is a path of the site.`, example);

export const surfaces = ['home', 'pricing', 'docs', 'sign_in', 'dashboard', 'extension'] as const;
export const themes = ['info', 'success', 'warning', 'promo'] as const;
export const audiences = ['first_visit', 'every_visit', 'signed_in', 'signed_out'] as const;

const Surfaces = Type.Array(Type.Enum([...surfaces]), {
  maxItems: surfaces.length,
  uniqueItems: true,
  description: 'Where the banner is shown. Empty for everywhere.',
  examples: [['home', 'pricing']],
});

/** The visible part. */
const display = {
  banner_enabled: Type.Boolean({ default: false, description: 'Whether there is a banner.' }),
  banner_text: optionalText(300, 'Plain text. Required for a banner.', '50 credits for Diwali with DIWALI50'),
  banner_href: link('Where the banner leads.', '/pricing'),
  banner_cta: optionalText(60, 'The label of the link. Needs `banner_href`.', 'See plans'),
  banner_theme: Type.Enum([...themes], { default: 'info', description: 'Colours when none are given.' }),
  banner_bg: optionalText(7, 'Hex colour of the background.', '#0b5fff'),
  banner_fg: optionalText(7, 'Hex colour of the text.', '#ffffff'),
  banner_surfaces: Surfaces,
  modal_enabled: Type.Boolean({ default: false, description: 'Whether there is a popup.' }),
  modal_title: optionalText(120, 'A popup needs a title or a body.', 'Happy Diwali'),
  modal_body: optionalText(2000, 'Plain text; line breaks are kept.'),
  modal_image_url: link('A picture.', '/images/diwali.png'),
  modal_cta_label: optionalText(60, 'The label of the button. Needs `modal_cta_href`.', 'See plans'),
  modal_cta_href: link('Where the button leads.', '/pricing'),
  modal_secondary_label: optionalText(
    60,
    'A second button. Without `modal_secondary_href` it closes the popup.',
    'Not now',
  ),
  modal_secondary_href: link('Where the second button leads.', '/docs'),
  modal_audience: Type.Enum([...audiences], {
    default: 'first_visit',
    description: 'Audience of the popup.',
  }),
};
const Display = Type.Object(display);
export type Display = Static<typeof Display>;
export const displayNames = Object.keys(display) as (keyof Display)[];

const named = {
  name: requiredText(200, 'For operators. Never public.', 'Diwali 2026'),
};
const dates = { starts_at: windowMembers.starts_at, ends_at: windowMembers.ends_at };
const promo = {
  promo_code: optionalText(100, 'The promo that goes with the campaign.', 'DIWALI50'),
  promo_credits: Type.Integer({
    minimum: 0,
    maximum: creditsMax,
    default: 0,
    description:
      'More than 0: the campaign creates or updates the promo `promo_code`. 0: the promo must exist.',
  }),
  promo_max_uses: Type.Union([Type.Integer({ minimum: 1, maximum: usesMax }), Type.Null()], {
    default: null,
    description: 'Uses of the promo that the campaign creates. Null for any number.',
  }),
  promo_message: optionalText(500, 'Shown to people who redeem the promo that the campaign makes.'),
};

export const CampaignBody = Type.Object({
  id: optionalText(100, 'The campaign to update. Empty to find it by `slug`, or to create one.'),
  slug: optionalText(
    slugLengthMax,
    'Unique among campaigns that are not archived. Public. Empty for a random one.',
    'diwali-2026',
  ),
  ...named,
  status: Type.Enum([...askedStatuses], {
    default: 'draft',
    description:
      '`draft` hides it. `scheduled` and `active` publish it between its dates. `ended` ends it now.',
  }),
  ...dates,
  ...display,
  banner_surfaces: Type.Union([Surfaces, Type.Null()], {
    default: null,
    description: 'Null or empty for everywhere.',
  }),
  ...promo,
});
export type CampaignBody = Static<typeof CampaignBody>;

export const Campaign = Type.Object({
  id: Type.String({ examples: ['cmp_7Jq2mVbX0TzRk4NwYc1PdL'] }),
  slug: Type.String({ examples: ['diwali-2026'] }),
  ...named,
  status: Type.Enum([...campaignStatuses], { description: 'At this moment, by its dates.' }),
  ...dates,
  ...display,
  ...promo,
  created_at: instant('When it was created.'),
  updated_at: instant('When it was last changed.'),
  updated_by: text('The operator who changed it last.'),
  archived_at: instantOrNull('When it was archived.'),
});
export type Campaign = Static<typeof Campaign>;

const shown = {
  campaign_id: text('Remember it to show a popup once.', 'cmp_7Jq2mVbX0TzRk4NwYc1PdL'),
  slug: Type.String({ examples: ['diwali-2026'] }),
  promo_code: Type.Union([Type.String(), Type.Null()], {
    description: 'The code, if the texts shown here name it. Else null.',
    examples: ['DIWALI50'],
  }),
  ends_at: text('When it ends, exclusive. Empty if it has no end.'),
};

type Named = 'banner' | 'modal';
/** The members of a banner or a popup on the site: those of the display without its name. */
type PartOf<Name extends Named, All> = {
  [Member in keyof All as Member extends `${Name}_${infer Short}`
    ? Exclude<Short, 'enabled'>
    : never]: All[Member];
};

export const partOf = <Name extends Named, All extends object>(name: Name, all: All) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([member]) => member.startsWith(`${name}_`) && member !== `${name}_enabled`)
      .map(([member, value]) => [member.slice(name.length + 1), value]),
  ) as PartOf<Name, All>;

export const Banner = Type.Object({ ...shown, ...partOf('banner', display) });
export const Modal = Type.Object({ ...shown, ...partOf('modal', display) });
