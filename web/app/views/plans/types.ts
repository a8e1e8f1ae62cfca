import type { Answer } from '#client';

export type PriceList = Answer<'GET /api/pricing'>;
/** A plan or a pack. */
export type Entry = PriceList['monthly_plans' | 'topup_packs'][number];
/** The account's plan, and the plans and packs it can buy. */
export type Standing = Answer<'GET /internal/billing/plan/{account_id}'>;

export interface OfferProps {
  of: Entry;
  /** On the website, before. */
  isChosen: boolean;
  mine: Standing['plan'];
  refusal: Standing['offers'][number]['refusal'];
  contact: PriceList['contact'];
  /** The pack that a job needs: its button stands out. */
  fitting: string | undefined;
  /** Requests per minute of a key whose account has a pack. */
  packRate: number;
}
