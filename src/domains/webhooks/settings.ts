import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const webhookSettings = {
  webhook_days: setting(Type.Integer({ minimum: 2, maximum: 365 }), {
    default: 30,
    unit: 'days',
    doc: 'How long webhooks that were sent to customers are kept, with their attempts, to be listed and sent again.',
    effect: 'With the next hourly run.',
  }),
};
