import type { HealthCheck } from '#core/parts/health.ts';
import { cellFinding, confirmationFindings } from './rules.ts';
import { confirmationsOf, replicatedTables } from './sql.ts';

/** Whether the servers that must confirm a commit do, and whether a cell gets what the directory sends. */
export const replicationHealth: HealthCheck = {
  id: 'replication',
  async look({ db, isCell }) {
    const confirmations = confirmationFindings(await confirmationsOf(db));
    return isCell ? [...confirmations, cellFinding(await replicatedTables(db))] : confirmations;
  },
};
