import Type from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';

export const lookupSettings = {
  free_repeat_days: setting(Type.Integer({ minimum: 0, maximum: 365 }), {
    default: 0,
    unit: 'days',
    doc: 'For so long a profile that an account has paid for is free again for that account; 0 charges every time.',
    effect: 'With the next lookup.',
  }),
  lookup_budget_ms: setting(Type.Integer({ minimum: 0, maximum: 60_000 }), {
    default: 8000,
    unit: 'milliseconds',
    doc: 'How long a lookup may take before its answer is `pending`.',
    effect: 'With the next lookup.',
  }),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof lookupSettings> {}
}
