import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { deleteInBatches, inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { dropConnectionKeys } from '#domains/keys/index.ts';
import { endConnections } from './end-connections.ts';
import { expiredBefore, lapsed } from './sql.ts';

/** Each takes its tokens with it: about 1,500 in the longest-lived. */
const connectionsAtOnce = 50;

/** The pages show a connection for this long after its end. */
const shownForDays = 30;

/** Ends connections that were not renewed, and deletes tokens and codes a day after they expired, connections 30 days after. */
export const forgetConnections: Job = {
  id: 'connections.forget-connections',
  schedule: '27 * * * *',
  async run({ ports, now, phase }) {
    const { db } = ports;
    await inBatches(connectionsAtOnce, async (limit) => {
      const over = await lapsed(db, now(), limit);
      for (const { id, account } of over)
        await phase((parts) =>
          endConnections({ ...parts, ports }, { account, ids: [id], because: 'expired', at: now() }),
        );
      return over.length;
    });

    const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
    const expired = { where: sql`expires_at < ${daysAgo(1)}`, oldestBy: 'expires_at' };
    await deleteInBatches(db, 'agent_token', expired);
    await deleteInBatches(db, 'agent_code', expired);
    await inBatches(connectionsAtOnce, async (limit) => {
      const over = await expiredBefore(db, daysAgo(shownForDays), limit);
      await dropConnectionKeys(
        db,
        over.map(({ id }) => id),
      );
      return over.length;
    });
  },
};
