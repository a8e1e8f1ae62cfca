import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const creditSettings = {
  ledger_months: setting(Type.Integer({ minimum: 12, maximum: 120 }), {
    default: 24,
    unit: 'months',
    doc: 'How long movements of credits are kept, in addition to the current month. Erased movements stay part of the proof: each lot keeps their sums. An erased spend can no longer be refunded.',
    effect: 'With the next nightly run.',
  }),
};
