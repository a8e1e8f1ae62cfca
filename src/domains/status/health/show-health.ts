import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { type Finding, looked } from '#core/parts/health.ts';
import { migrationOf } from '../migrations/shapes.ts';
import { migrationRows } from '../migrations/sql.ts';
import { runningProcesses, storedFindings } from '../sql.ts';
import { HealthShape } from './shapes.ts';

const order: Readonly<Record<Finding['state'], number>> = { fault: 0, warning: 1, ok: 2, skipped: 3 };

export const showHealth = operation({
  id: 'status.show-health',
  summary: 'Show what is wrong now and in the last hour',
  description:
    'What `./contactry doctor` checks, seen from the running service: queue, processes, payments, sources, messages, mails, disk, ' +
    'backups, versions and clock. Credentials and the certificate are from the last hourly check.',
  kind: 'query',
  share: 'reports',
  doors: [admin('GET', '/api/v1/admin/health')],
  input: Type.Object({}),
  output: HealthShape,
  errors: [],

  async run({ db, ports, now }) {
    const findings: (Finding & { checked_at: Date })[] = [];
    for (const { id, look } of ports.health) {
      const found = await looked(id, () => look({ db, now, isCell: ports.isCell }));
      findings.push(...found.map((finding) => ({ ...finding, checked_at: now() })));
    }
    const outside = await storedFindings(db);
    findings.push(...outside.map(({ at, ...finding }) => ({ ...finding, checked_at: at })));
    findings.sort((one, other) => order[one.state] - order[other.state]);
    return {
      state: (['fault', 'warning'] as const).find((state) => findings[0]?.state === state) ?? ('ok' as const),
      findings,
      processes: await runningProcesses(db, 24),
      background_migrations: (await migrationRows(db)).map(migrationOf),
      outside_checked_at: outside[0]?.at ?? null,
    };
  },
});
