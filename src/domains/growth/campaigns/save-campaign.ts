import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId, randomBase62 } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import type { CampaignChange, Campaign as StoredCampaign } from './campaigns.ts';
import { campaignById, campaignBySlug, insertCampaign, lockCampaigns, updateCampaign } from './campaigns.ts';
import { CampaignsInMemory } from './campaigns-in-memory.ts';
import { campaignOnWire } from './on-wire.ts';
import { promoFor, switchOffPromo } from './promo-of-campaign.ts';
import { askedWindow, campaignFaults } from './rules.ts';
import { Campaign, CampaignBody, type Display, displayNames } from './shapes.ts';

type SaveContext = Context<'not_found' | 'campaign_archived' | 'slug_taken'>;

export const saveCampaign = operation({
  id: 'growth.save-campaign',
  summary: 'Create or update a campaign',
  description:
    'Updates the campaign with this `id`, or else the one with this `slug`, or else creates one. An update replaces the whole ' +
    'campaign: members that you omit return to their defaults, except the slug. With `promo_credits`, the promo ' +
    '`promo_code` gets these credits and uses, and the dates of the campaign, and can be redeemed while the campaign is published. A draft doesn’t change a promo that can be redeemed.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/growth/campaigns')],
  roles: ['finance'],
  input: CampaignBody,
  example: {
    name: 'Diwali 2026',
    slug: 'diwali-2026',
    status: 'active',
    banner_enabled: true,
    banner_text: '50 credits for Diwali',
    promo_code: 'DIWALI50',
    promo_credits: 50,
    starts_at: '2026-11-08T00:00:00+05:30',
    banner_href: '/pricing',
    banner_cta: 'See plans',
    banner_surfaces: ['home', 'pricing'],
  },
  check: campaignFaults,
  output: Campaign,
  errors: ['not_found', 'campaign_archived', 'slug_taken'],

  async run(ctx, body) {
    await lockCampaigns(ctx.db);
    const before = await campaignToUpdate(ctx, body);
    const slug = await slugFor(ctx, body, before);
    const window =
      askedWindow(body, ctx.now()) ??
      failField(['status'], 'A campaign that has not started can not end; make it a draft');
    const is_published = body.status !== 'draft';

    const promo = await promoFor(ctx, body, { before, is_published, ...window });
    const wanted = {
      slug,
      name: body.name,
      is_published,
      ...window,
      display: displayOf(body),
      promo,
    };
    const stored = before && { ...before, promo: storedPromo(before) };
    const isSame = isDeepStrictEqual({ ...stored, ...wanted }, stored);
    const change = { ...wanted, updated_at: ctx.now(), updated_by: ctx.actor };
    const id = before?.id ?? newId('cmp');
    if (!isSame) await (before ? updateCampaign(ctx.db, id, change) : insertCampaign(ctx.db, id, change));
    if (before && before.promo?.id !== promo?.id) await switchOffPromo(ctx, before);

    const after = campaignOnWire((await campaignById(ctx.db, id))!, change.updated_at);
    ctx.afterCommit(() => ctx.ports.use(CampaignsInMemory).forget());
    ctx.audit('campaign.saved', {
      campaign_id: id,
      before: before && campaignOnWire(before, change.updated_at),
      after,
    });
    return after;
  },
});

async function campaignToUpdate(
  ctx: SaveContext,
  { id, slug }: CampaignBody,
): Promise<StoredCampaign | null> {
  if (id === '') return slug === '' ? null : campaignBySlug(ctx.db, slug);
  const found = await campaignById(ctx.db, id);
  if (!found) return ctx.fail('not_found', { detail: `No campaign '${id}' exists.` });
  return found.archived_at ? ctx.fail('campaign_archived') : found;
}

const storedPromo = ({ promo }: StoredCampaign): CampaignChange['promo'] => {
  if (!promo) return null;
  const { id, isMade, credits, max_uses, message } = promo;
  return { id, terms: isMade ? { credits, max_uses, message } : null };
};

/** The slug is public. It says nothing of a name that isn't. */
const randomSlug = () => `campaign-${randomBase62(12).toLowerCase()}`;

async function slugFor(
  ctx: SaveContext,
  { slug }: CampaignBody,
  before: StoredCampaign | null,
): Promise<string> {
  if (slug === '') return before?.slug ?? randomSlug();
  const holder = await campaignBySlug(ctx.db, slug);
  if (!holder || holder.id === before?.id) return slug;
  return ctx.fail('slug_taken', { detail: `The campaign '${holder.name}' has this slug.` });
}

const displayOf = (body: CampaignBody): Display =>
  Object.fromEntries(displayNames.map((name) => [name, body[name] ?? []])) as unknown as Display;
