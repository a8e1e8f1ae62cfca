import type { Job } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { cellReason } from './rules.ts';
import { replicatedTables } from './sql.ts';

const alert = { kind: 'cell_behind', subject: 'directory' } as const;

/** In a cell: raises an alert while changes of the directory don't arrive. */
export const watchCell: Job = {
  id: 'status.watch-cell',
  schedule: '* * * * *',

  async run({ ports, phase }) {
    if (!ports.isCell) return;
    const reason = cellReason(await replicatedTables(ports.db));
    await phase(({ db }) =>
      reason === null ? resolveAlert(db, alert) : raiseAlert(db, { ...alert, details: { reason } }),
    );
  },
};
