import { sql } from 'kysely';
import { counted } from '#core/amounts.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';

/** Fewer failures than this say nothing about a source. */
const failedMin = 10;

/** Questions and failures of today, in UTC. */
export const sourceHealth: HealthCheck = {
  id: 'sources',
  async look({ db, now }) {
    const { rows } = await sql<{ source: string; asked: number; failed: number }>`
      select source, asked, failed from source_tally where day = ${now().toISOString().slice(0, 10)}
      order by source`.execute(db);
    const asked = rows.reduce((sum, row) => sum + row.asked, 0);
    const failing = rows.filter((row) => row.failed >= failedMin && row.failed * 2 > row.asked);
    return [
      ok('sources', `${counted(asked, 'question')} to sources today.`),
      ...failing.map((row) =>
        warning(
          'sources',
          `${row.source} failed ${row.failed} of ${counted(row.asked, 'question')} today.`,
          'Look at the source. Switch it off if it does not recover: customers wait for it.',
        ),
      ),
    ];
  },
};
