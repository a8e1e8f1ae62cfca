import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const auditSettings = {
  audit_months: setting(Type.Integer({ minimum: 12, maximum: 240 }), {
    default: 84,
    unit: 'months',
    doc: 'How long the audit log is kept, in addition to the current month.',
    effect: 'With the next nightly run.',
  }),
  account_acts_per_minute: setting(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
    default: 60,
    unit: 'acts',
    doc:
      'Changes and downloads of documents that an account may make in 60 seconds, on the pages and through the internal endpoints behind them. Lookups and ' +
      'jobs count against its key instead.',
    effect: 'From the next act.',
  }),
  account_acts_per_day: setting(Type.Integer({ minimum: 1, maximum: 100_000 }), {
    default: 1000,
    unit: 'acts',
    doc: 'Entries that an account may add to the log of customers’ acts in 24 hours. Further acts are refused.',
    effect: 'From the next act.',
  }),
  account_acts_kept_days: setting(Type.Integer({ minimum: 1, maximum: 3650 }), {
    default: 180,
    unit: 'days',
    doc: 'How long the log of customers’ acts is kept. The audit log of operators is not affected.',
    effect: 'At the next daily clean-up, 03:33 UTC.',
  }),
};
