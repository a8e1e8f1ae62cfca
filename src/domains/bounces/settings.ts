import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const bounceSettings = {
  bounce_reports_per_day: setting(Type.Integer({ minimum: 0, maximum: 100_000 }), {
    default: 500,
    unit: 'emails per account and day (UTC)',
    doc: 'How many dead emails an account may report. 0 takes no reports.',
    effect: 'From the next report.',
  }),
  bounce_credit_percent: setting(Type.Integer({ minimum: 0, maximum: 100 }), {
    default: 20,
    unit: 'percent',
    doc: "How much of an account's paid lookups of 30 days reports may give back, at most. An account gets 5 back in any case.",
    effect: 'From the next check of a report.',
  }),
};
