import { hidePeople, type Place } from '../hiding/hide-people.ts';
import { namedValue } from '../named-values.ts';
import { takeSuppressionLock } from '../sql.ts';
import { reviewWaitingAlerts } from './alerts.ts';
import { closeOptOut, confirmOptOutsOf, type OptOutEnd, type OptOutKind } from './opt-outs.ts';
import type { OptOutRequest } from './shapes.ts';

/** Carries out a confirmed or approved request. Returns false when it has already ended. */
export async function fulfilOptOut(
  place: Place,
  { id, kind, target }: OptOutRequest,
  end: OptOutEnd,
): Promise<boolean> {
  await takeSuppressionLock(place.db);
  if (target === null || !(await closeOptOut(place.db, id, 'confirmed', end))) return false;
  await suppressSubject(place, kind, target, end);
  return true;
}

/** Suppresses the person permanently and closes their other requests. */
export async function suppressSubject(
  place: Place,
  kind: OptOutKind,
  target: string,
  end: OptOutEnd,
): Promise<void> {
  const value = namedValue(place.ports.suppressionPepper, kind, target);
  await confirmOptOutsOf(place.db, value.key, end);
  await hidePeople(place, [value], { reason: 'opt-out', requestedBy: 'subject' });
  await reviewWaitingAlerts(place.db);
}
