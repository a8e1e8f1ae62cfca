import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf, run } from '#core/database/statement.ts';
import type { Stage } from './rules.ts';
import type { Display } from './shapes.ts';

export interface Campaign extends Stage {
  /** Increases with every campaign. */
  number: number;
  id: string;
  slug: string;
  name: string;
  display: Display;
  /** The promo that goes with it. */
  promo: CampaignPromo | null;
  created_at: Date;
  updated_at: Date;
  updated_by: string;
}

/** The terms that a campaign decides on. A draft's may differ from the promo's own until it is published. */
export interface PromoOfCampaign {
  credits: number;
  max_uses: number | null;
  message: string;
}

export interface CampaignPromo extends PromoOfCampaign {
  id: number;
  code: string;
  /** Whether the campaign decides on its terms. */
  isMade: boolean;
}

export type CampaignChange = Pick<
  Campaign,
  'slug' | 'name' | 'is_published' | 'starts_at' | 'ends_at' | 'display' | 'updated_at' | 'updated_by'
> & { promo: { id: number; terms: PromoOfCampaign | null } | null };

/** Saving and archiving take turns. Reads aren't blocked. */
export const lockCampaigns = (db: Db): Promise<void> =>
  run(db)`lock table campaign in share row exclusive mode`;

const campaignsWhere = (db: Db, condition: RawBuilder<unknown>): Promise<Campaign[]> =>
  rowsOf<Campaign>(db)`
    select number, campaign.id, slug, name, is_published, campaign.starts_at, campaign.ends_at, display,
      campaign.created_at, campaign.updated_at, campaign.updated_by, archived_at,
      case when promo.id is not null then jsonb_build_object('id', promo.id, 'code', code, 'isMade', makes_promo,
        'credits', credits, 'max_uses', max_uses, 'message', message)
        || case when is_published then '{}' else coalesce(draft_terms, '{}') end end as promo
    from campaign left join promo on promo.id = campaign.promo
    where ${condition}`;

export const campaignById = async (db: Db, id: string): Promise<Campaign | null> =>
  (await campaignsWhere(db, sql`campaign.id = ${id}`))[0] ?? null;

/** Among those that aren't archived. */
export const campaignBySlug = async (db: Db, slug: string): Promise<Campaign | null> =>
  (await campaignsWhere(db, sql`slug = ${slug} and archived_at is null`))[0] ?? null;

/** The campaign that decides on a promo's terms. */
export const campaignThatMakes = async (db: Db, code: string): Promise<Campaign | null> =>
  (await campaignsWhere(db, sql`code = ${code} and makes_promo and archived_at is null`))[0] ?? null;

/** Newest first; `before` is the number of a campaign. */
export const campaignsBefore = (db: Db, before: number | undefined, limit: number): Promise<Campaign[]> =>
  campaignsWhere(db, sql`number < ${before ?? Number.MAX_SAFE_INTEGER} order by number desc limit ${limit}`);

/** Those that are shown at this time or will be, the one that starts last first. */
export const publishedCampaigns = (db: Db, now: Date): Promise<Campaign[]> =>
  campaignsWhere(
    db,
    sql`is_published and archived_at is null and (campaign.ends_at is null or campaign.ends_at > ${now})
      order by campaign.starts_at desc nulls last, number desc`,
  );

const rowOf = ({ display, promo, ...change }: CampaignChange) => ({
  ...change,
  display: JSON.stringify(display),
  promo: promo?.id ?? null,
  makes_promo: Boolean(promo?.terms),
  draft_terms: promo?.terms ? JSON.stringify(promo.terms) : null,
});

export async function insertCampaign(db: Db, id: string, change: CampaignChange): Promise<void> {
  await db
    .insertInto('campaign')
    .values({ ...rowOf(change), id, created_at: change.updated_at })
    .execute();
}

export async function updateCampaign(db: Db, id: string, change: CampaignChange): Promise<void> {
  await db.updateTable('campaign').set(rowOf(change)).where('id', '=', id).execute();
}

export async function markArchived(db: Db, id: string, by: string, now: Date): Promise<void> {
  await db
    .updateTable('campaign')
    .set({ archived_at: now, updated_at: now, updated_by: by })
    .where('id', '=', id)
    .execute();
}
