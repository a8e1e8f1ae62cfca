import { windowOnWire } from '../window.ts';
import type { Promo } from './promos.ts';
import type { PromoTerms } from './rules.ts';
import type { PromoBody, Promo as PromoOnWire } from './shapes.ts';

const termsOnWire = (code: string, terms: PromoTerms): PromoBody => ({
  code,
  credits: terms.credits,
  valid_days: terms.validDays,
  max_uses: terms.maxUses,
  ...windowOnWire(terms),
  per_account_once: terms.perAccountOnce,
  active: terms.isActive,
  message: terms.message,
});

/** As the audit log shows it. */
export const auditedPromo = (promo: Promo | null): PromoBody | null =>
  promo && termsOnWire(promo.code, promo);

export const promoOnWire = (promo: Promo): PromoOnWire => ({
  ...termsOnWire(promo.code, promo),
  uses: promo.uses,
  uses_left: promo.maxUses === null ? null : promo.maxUses - promo.uses,
  created_at: promo.createdAt.toISOString(),
  updated_at: promo.updatedAt.toISOString(),
  updated_by: promo.updatedBy,
});
