import type { Phase, Ports } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { keysToErase, markErased, shareSuppressionLock, suppressProfilesByValue } from '../sql.ts';
import { carriersOf, eraseFrom } from '../stores.ts';
import { suppressionsByValue } from './hide-people.ts';

const keysPerBatch = 200;
const profilesPerBatch = 500;

/** Erases what the list hides, batch by batch. Safe to repeat and to interrupt. */
export const eraseSuppressed: Job = {
  id: 'suppression.erase-suppressed',
  schedule: '*/10 * * * *',
  async run({ ports, now, phase, signal }) {
    while (!signal.aborted && (await phase((one) => eraseBatch(ports, one, now()))));
  },
};

/** Returns whether there may be more to erase. */
async function eraseBatch(
  { personalData, suppressionPepper }: Ports,
  { db }: Phase,
  at: Date,
): Promise<boolean> {
  await shareSuppressionLock(db);
  const keys = await keysToErase(db, keysPerBatch);
  if (keys.length === 0) return false;

  const carriers = await carriersOf(personalData, db, keys, profilesPerBatch);
  await suppressProfilesByValue(db, suppressionsByValue(suppressionPepper, carriers, new Set(keys)));
  const hashes = carriers.map(({ hash }) => hash);
  await eraseFrom(personalData, db, hashes);
  // A full batch may have missed profiles of these keys, so they are read once more.
  if (carriers.length < profilesPerBatch) await markErased(db, keys, at);
  return true;
}
