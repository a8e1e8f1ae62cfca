import { domain } from '#core/domain.ts';
import { greet } from './greet.ts';
import { backupHealth } from './health/backup-health.ts';
import { checkOutside } from './health/check-outside.ts';
import { databaseHealth } from './health/database-health.ts';
import { lookOutside } from './health/look-outside.ts';
import { runJob, ServiceJobs } from './health/run-job.ts';
import { showHealth } from './health/show-health.ts';
import { workerHealth } from './health/worker-health.ts';
import { addMigrationGauges } from './migrations/gauges.ts';
import { BackgroundMigrations, migrateRows } from './migrations/migrate-rows.ts';
import { migrationHealth } from './migrations/migration-health.ts';
import { pauseMigration } from './migrations/pause-migration.ts';
import { openProcesses, Processes } from './processes.ts';
import { addReplicationGauges } from './replication/gauges.ts';
import { replicationHealth } from './replication/replication-health.ts';
import { watchCell } from './replication/watch-cell.ts';
import { reportHealth } from './report-health.ts';
import { reportReadiness } from './report-readiness.ts';
import { reportStatus } from './report-status.ts';
import { statusSettings } from './settings.ts';
import { showAgentNotes } from './show-agent-notes.ts';
import { backlog, workersAlive } from './sql.ts';

export const status = domain({
  id: 'status',
  title: 'Status',
  description: 'Whether the service answers, and where to read on.',
  operations: [
    greet,
    reportHealth,
    reportReadiness,
    reportStatus,
    showAgentNotes,
    showHealth,
    checkOutside,
    runJob,
    pauseMigration,
  ],
  jobs: [lookOutside, migrateRows, watchCell],
  settings: statusSettings,
  health: [workerHealth, databaseHealth, replicationHealth, backupHealth, migrationHealth],
  errors: {
    stopping: {
      status: 503,
      title: 'The process is stopping',
      retryable: true,
      when: 'Only at `GET /ready`: this process is stopping and will close its port soon.',
      remedy: 'Send requests to another process until this one returns 200 again.',
    },
  },
  open(platform) {
    const processes = openProcesses(platform);
    const { db } = platform.ports;
    const { gauge } = platform.metrics;
    gauge('workers', 'Processes that run background jobs; the same from every process.', [], async () => [
      { labels: {}, value: (await workersAlive(db)).alive },
    ]);
    const waiting = async (value: 'jobs' | 'oldest_seconds') =>
      (await backlog(db)).map(({ queue, ...numbers }) => ({ labels: { queue }, value: numbers[value] }));
    gauge('jobs_waiting', 'Jobs that are due and not yet started, by queue.', ['queue'], () =>
      waiting('jobs'),
    );
    gauge('jobs_oldest_seconds', 'Age of the oldest waiting job, by queue.', ['queue'], () =>
      waiting('oldest_seconds'),
    );
    addMigrationGauges(gauge, db);
    addReplicationGauges(gauge, platform.ports);
    const jobs = new Map(platform.manifest.jobs.filter(({ always }) => !always).map((job) => [job.id, job]));
    return {
      ports: [
        Processes.opened(processes),
        ServiceJobs.opened(jobs),
        BackgroundMigrations.opened(platform.manifest.backgroundMigrations),
      ],
      close: processes.close,
    };
  },
});
