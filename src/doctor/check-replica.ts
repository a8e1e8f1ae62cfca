import type { Config } from '#core/environment.ts';
import { type Finding, fault, ok, skipped, warning } from '#core/parts/health.ts';
import { openPool, openReadPool } from '#platform/database/pools.ts';
import { catchUp } from '#platform/database/replica.ts';
import { terminalLog } from '#surfaces/cli/upkeep/embedded-only.ts';

const patienceMs = 10_000;

/** Whether the replica answers, and gets what the primary has written. */
export async function checkReplica(config: Config): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl } = config;
  if (!readUrl) return [skipped('replica', 'DATABASE_READ_URL is not set: the primary answers everything.')];
  await using stack = new AsyncDisposableStack();
  const primary = stack.adopt(openPool(directUrl || url, 1, terminalLog), (pool) => pool.end());
  const replica = stack.adopt(openReadPool(readUrl, 1, terminalLog), (pool) => pool.end());
  try {
    const { seconds, isStandby, stranger } = await catchUp(primary, replica, patienceMs);
    const reads = 'Until then the primary answers what the replica would have answered.';
    if (stranger)
      return [
        warning(
          'replica',
          `The replica is not used: ${stranger}.`,
          'Let DATABASE_READ_URL lead to a standby of the server in DATABASE_URL.',
        ),
      ];
    if (!isStandby)
      return [
        warning('replica', 'The server of DATABASE_READ_URL is no standby.', 'Point it at the standby.'),
      ];
    return seconds === null
      ? [
          warning(
            'replica',
            `The replica is more than ${patienceMs / 1000} s behind.`,
            `See its log and pg_stat_replication on the primary. ${reads}`,
          ),
        ]
      : [ok('replica', `The replica has what the primary had written ${seconds.toFixed(1)} s ago.`)];
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const remedy = 'Start that server, or correct DATABASE_READ_URL. Until then the primary answers.';
    return [fault('replica', `The replica can't be compared: ${message || code}.`, remedy)];
  }
}
