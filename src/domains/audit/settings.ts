import Type from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';

export const auditSettings = {
  audit_months: setting(Type.Integer({ minimum: 12, maximum: 240 }), {
    default: 84,
    unit: 'months',
    doc: 'How long the audit log is kept, besides the current month.',
    effect: 'With the next nightly run.',
  }),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof auditSettings> {}
}
