import Type from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';

export const creditSettings = {
  ledger_months: setting(Type.Integer({ minimum: 12, maximum: 120 }), {
    default: 24,
    unit: 'months',
    doc: 'How long movements of credits are kept, besides the current month. What was erased stays part of the proof: each lot keeps the sums. A spend that was erased can’t be refunded any more.',
    effect: 'With the next nightly run.',
  }),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof creditSettings> {}
}
