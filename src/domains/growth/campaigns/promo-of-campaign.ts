import type { Context } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { changePromo } from '../promos/change-promo.ts';
import { promoByCode } from '../promos/promos.ts';
import { readCode, validDaysDefault } from '../promos/rules.ts';
import type { Window } from '../window.ts';
import { type Campaign, type CampaignChange, campaignThatMakes } from './campaigns.ts';
import type { CampaignBody } from './shapes.ts';

type PromoContext = Pick<Context, 'db' | 'audit' | 'now' | 'actor'>;

/**
 * The promo of a campaign that is being saved. With `promo_credits` it is created or changed. A draft only stores its terms
 * while a promo with the code can be redeemed. Fails with 422.
 */
export async function promoFor(
  ctx: PromoContext,
  { promo_code, promo_credits: credits, promo_max_uses: max_uses, promo_message: message }: CampaignBody,
  { before, is_published, starts_at, ends_at }: Window & { before: Campaign | null; is_published: boolean },
): Promise<CampaignChange['promo']> {
  if (promo_code === '') return null;
  const code = readCode(promo_code)!;
  if (credits === 0) {
    const found = await promoByCode(ctx.db, code);
    if (found) return { id: found.id, terms: null };
    return failField(['promo_code'], 'No promo has this code. Send promo_credits to create it');
  }
  const maker = await campaignThatMakes(ctx.db, code);
  if (maker && maker.id !== before?.id) {
    return failField(['promo_code'], `The campaign '${maker.name}' already makes this promo`);
  }
  const terms = { credits, max_uses, message };
  const known = await promoByCode(ctx.db, code);
  const isOwn = before?.is_published === true && before.promo?.isMade === true && before.promo.code === code;
  if (known?.is_active && !is_published && !isOwn) return { id: known.id, terms };
  const { id } = await changePromo(ctx, code, 'promo_max_uses', (promo) => ({
    ...{ ...terms, starts_at, ends_at },
    is_active: is_published,
    valid_days: promo?.valid_days ?? validDaysDefault,
    per_account_once: promo?.per_account_once ?? true,
  }));
  return { id, terms };
}

/** Switches off the promo that a campaign made, when it is archived or makes another one. A draft made none that is live. */
export async function switchOffPromo(
  ctx: PromoContext,
  { promo: made, is_published }: Campaign,
): Promise<void> {
  if (!made?.isMade || !is_published) return;
  const { code } = made;
  await changePromo(ctx, code, 'promo_code', (promo) => ({ ...promo!, is_active: false }));
}
