import { type State, states, successors } from './states.ts';
import type { TaxKind } from './tax-split.ts';

/** The State that a GSTIN begins with; null for numbers of no State. */
export function stateOfGstin(gstin: string): State | null {
  const written = gstin.slice(0, 2);
  const current = successors[written] ?? written;
  return states.find(({ code }) => code === current) ?? null;
}

/** Where a service is supplied (IGST Act s.12(2)): where a registered buyer is registered, else the State on record. */
export const placeOfSupply = (buyer: { gstin: string | null; state: State }): State =>
  (buyer.gstin && stateOfGstin(buyer.gstin)) || buyer.state;

/** Which taxes apply. Supplies to SEZ units bear IGST everywhere, but nothing in a GSTIN shows an SEZ. */
export function taxKindOf(supplier: State, place: State): TaxKind {
  if (supplier.code !== place.code) return 'inter_state';
  return place.utgst ? 'union_territory' : 'state';
}
