import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const keySettings = {
  ban_after_violations: setting(Type.Integer({ minimum: 1, maximum: 10_000 }), {
    default: 10,
    unit: 'windows',
    doc: 'Number of windows with a refusal within `ban_window_minutes` that ban a key.',
    effect: 'From the next refusal.',
  }),
  ban_window_minutes: setting(Type.Integer({ minimum: 1, maximum: 10_080 }), {
    default: 60,
    unit: 'minutes',
    doc: 'How long a refusal counts towards a ban.',
    effect: 'From the next refusal.',
  }),
};
