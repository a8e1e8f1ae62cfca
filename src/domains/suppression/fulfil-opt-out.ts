import { hidePeople, type Place } from './hide-people.ts';
import { namedValue } from './named-values.ts';
import { closeOptOut, type OptOut } from './opt-outs.ts';

/** Does what a proven or approved request asks for; false when it has ended meanwhile. */
export async function fulfilOptOut(
  place: Place,
  { id, kind, target }: OptOut,
  { at, by }: { at: Date; by: string },
): Promise<boolean> {
  if (target === null || !(await closeOptOut(place.db, id, { status: 'confirmed', at, by }))) return false;
  const value = namedValue(place.ports.suppressionPepper, kind, target);
  await hidePeople(place, [value], { reason: 'opt-out', requestedBy: 'subject' });
  return true;
}
