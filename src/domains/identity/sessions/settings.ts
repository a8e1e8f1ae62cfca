import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const sessionSettings = {
  session_live_minutes: setting(Type.Integer({ minimum: 1, maximum: 1440 }), {
    default: 15,
    unit: 'minutes',
    doc: 'How long a session counts as live after its last heartbeat. Until then it blocks sessions from other addresses.',
    effect: 'From the next heartbeat.',
  }),
};
