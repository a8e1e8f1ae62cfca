import Type from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';
import { rememberPaid } from './remember-paid.ts';

export const lookupSettings = {
  free_repeat_days: setting(Type.Integer({ minimum: 0, maximum: 365 }), {
    default: 0,
    unit: 'days',
    doc: 'How long a profile stays free for an account that paid for it, also before this was set. 0 charges every time.',
    effect: 'From the next lookup. Payments of earlier days count within minutes, newest first.',
    afterChange: rememberPaid,
  }),
  lookup_budget_ms: setting(Type.Integer({ minimum: 0, maximum: 60_000 }), {
    default: 8000,
    unit: 'milliseconds',
    doc: 'How long a lookup may take before it returns `pending`.',
    effect: 'From the next lookup.',
  }),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof lookupSettings> {}
}
