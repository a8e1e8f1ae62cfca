import { counted } from '#core/amounts.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';
import { countOpenAlerts } from './alerts.ts';

export const alertHealth: HealthCheck = {
  id: 'alerts',
  async look({ db }) {
    const open = (await countOpenAlerts(db)).reduce((sum, kind) => sum + kind.open, 0);
    return open === 0
      ? [ok('alerts', 'No alert is open.')]
      : [warning('alerts', `${counted(open, 'alert')} open.`, 'Run: ./contactry admin alerts')];
  },
};
