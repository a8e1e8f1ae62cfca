import { windowOnWire } from '../window.ts';
import type { Promo } from './promos.ts';
import type { PromoBody, Promo as PromoOnWire } from './shapes.ts';

const bodyOf = (promo: Promo): PromoBody => ({
  code: promo.code,
  credits: promo.credits,
  valid_days: promo.valid_days,
  max_uses: promo.max_uses,
  ...windowOnWire(promo),
  per_account_once: promo.per_account_once,
  active: promo.is_active,
  message: promo.message,
});

/** As the audit log shows it. */
export const auditedPromo = (promo: Promo | null): PromoBody | null => promo && bodyOf(promo);

export const promoOnWire = (promo: Promo): PromoOnWire => ({
  ...bodyOf(promo),
  uses: promo.uses,
  uses_left: promo.max_uses === null ? null : promo.max_uses - promo.uses,
  created_at: promo.created_at,
  updated_at: promo.updated_at,
  updated_by: promo.updated_by,
});
