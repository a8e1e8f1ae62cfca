import type { Ports } from '#core/context.ts';
import type { Job } from '#core/operation.ts';
import { carriersOf } from '../carriers.ts';
import { holdSuppressions, keysToErase, noteErased, withholdProfiles } from '../sql.ts';
import { withheldWith } from './hide-people.ts';

const keysPerBatch = 200;
const profilesPerBatch = 500;

/** Erases what the list hides, batch by batch, so that it is gone and not only hidden. Safe to repeat and to interrupt. */
export const eraseSuppressed: Job = {
  id: 'suppression.erase-suppressed',
  schedule: '*/10 * * * *',
  async run({ ports, now }) {
    while (await eraseBatch(ports, now()));
  },
};

/** Whether there may be more to erase. */
const eraseBatch = ({ db, people, suppressionPepper }: Ports, at: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await holdSuppressions(transaction);
    const keys = await keysToErase(transaction, keysPerBatch);
    if (keys.length === 0) return false;

    const carriers = await carriersOf(people, transaction, keys, profilesPerBatch);
    const hashes = carriers.map(({ hash }) => hash);
    await withholdProfiles(transaction, withheldWith(suppressionPepper, carriers, new Set(keys)));
    await people.directory.erase(transaction, hashes);
    await people.answers.withdraw(transaction, hashes);
    await people.sources.erase(transaction, hashes);
    // A full batch may have left profiles of these keys behind: they are asked for once more.
    if (carriers.length < profilesPerBatch) await noteErased(transaction, keys, at);
    return true;
  });
