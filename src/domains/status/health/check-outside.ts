import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { storeFindings } from '../sql.ts';
import { OutsideChecks } from './outside-checks.ts';
import { FindingShape } from './shapes.ts';

export const checkOutside = operation({
  id: 'status.check-outside',
  summary: 'Check credentials of vendors and the certificate now',
  description:
    'Asks every vendor with a credential by a call that costs nothing, and looks at the certificate of `PUBLIC_URL`. The service does ' +
    'this every hour.',
  kind: 'process',
  share: 'reports',
  idempotency: 'none',
  doors: [admin('POST', '/api/v1/admin/health/checks')],
  roles: ['finance', 'support'],
  input: Type.Object({}),
  output: Type.Object({ findings: Type.Array(FindingShape, { description: 'Everything that was asked.' }) }),
  errors: [],

  async run({ ports, now, phase }) {
    const findings = await ports.use(OutsideChecks)(now());
    const checked_at = now();
    await phase(async ({ db, audit }) => {
      await storeFindings(db, findings, checked_at);
      audit('health.checked', { faults: findings.filter(({ state }) => state === 'fault').length });
    });
    return { findings: findings.map((finding) => ({ ...finding, checked_at })) };
  },
});
