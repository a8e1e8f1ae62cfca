import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const statusSettings = {
  replica_lag_seconds_max: setting(Type.Integer({ minimum: 3, maximum: 600 }), {
    default: 10,
    unit: 'seconds',
    doc: 'How far the replica of `DATABASE_READ_URL` may be behind. Beyond that, the primary answers what the replica would have answered.',
    effect: 'At once.',
  }),
};
