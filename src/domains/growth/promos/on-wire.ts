import { windowOnWire } from '../window.ts';
import type { Promo } from './promos.ts';
import { onlyTerms } from './rules.ts';
import type { PromoBody, Promo as PromoOnWire } from './shapes.ts';

/** As the audit log shows it: what an operator can send. */
export function auditedPromo(promo: Promo | null): PromoBody | null {
  if (!promo) return null;
  const { is_active: active, ...terms } = onlyTerms(promo);
  return { code: promo.code, ...terms, ...windowOnWire(promo), active };
}

export function promoOnWire(promo: Promo): PromoOnWire {
  const { id: _, is_active: active, ...members } = promo;
  const uses_left = promo.max_uses === null ? null : promo.max_uses - promo.uses;
  return { ...members, ...windowOnWire(promo), active, uses_left };
}
