import { type HealthCheck, ok, warning } from '#core/parts/health.ts';
import { storedSettings } from './sql.ts';

/** Whether this is a copy that must not send. OUTGOING=held is in the environment, which the database doesn't know. */
export const outgoingHealth: HealthCheck = {
  id: 'outgoing',
  async look({ db }) {
    const { values } = await storedSettings(db);
    return values.outgoing_held === true
      ? [
          warning(
            'outgoing',
            'Outgoing messages are held, as on a restored copy: no webhooks, mails, codes, payments, refunds or bulk jobs.',
            'If this is the only copy that runs, set the setting outgoing_held to false (docs/guide/backup.md).',
          ),
        ]
      : [ok('outgoing', 'Outgoing messages are sent.')];
  },
};
