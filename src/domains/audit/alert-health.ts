import { counted } from '#core/amounts.ts';
import { fieldOf } from '#core/database/statement.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';

/** Alerts that are counted. Beyond that, the number doesn't matter. */
const countedMax = 100;

export const alertHealth: HealthCheck = {
  id: 'alerts',
  async look({ db }) {
    const open = await fieldOf<number>(db)`
      select count(*)::integer from (
        select from operator_alert where resolved_at is null limit ${countedMax + 1}
      ) as open`;
    if (open === 0) return [ok('alerts', 'No alert is open.')];
    const alerts = open > countedMax ? `More than ${countedMax} alerts` : counted(open, 'alert');
    return [warning('alerts', `${alerts} open.`, 'Run: ./contactry admin alerts')];
  },
};
