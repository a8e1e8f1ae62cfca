import Type from 'typebox';
import { byTier } from '#core/parts/plan-tier.ts';
import { setting } from '#core/parts/setting.ts';
import { rememberPaid } from './remember-paid.ts';

export const lookupSettings = {
  free_repeat_days: setting(Type.Integer({ minimum: 0, maximum: 365 }), {
    default: 0,
    unit: 'days',
    doc: 'How long a profile stays free for an account that paid for it, including payments before this was set. 0 charges every time.',
    effect: 'From the next lookup. Payments of earlier days count within minutes, newest first.',
    afterChange: rememberPaid,
  }),
  history_days: setting(Type.Integer({ minimum: 0, maximum: 365 }), {
    default: 30,
    unit: 'days',
    doc: 'How long an account sees whom it looked up: the link, the name, and how much was found, without the contacts. 0 is off.',
    effect: 'At once. Older entries are deleted within an hour.',
  }),
  free_answers_per_day: setting(byTier(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })), {
    default: { no_plan: 1_000, plan: 20_000, enterprise: 500_000 },
    unit: 'answers per account and day (UTC)',
    doc: 'Maximum number of free answers: lookups and job rows that found nothing, or only free results. Beyond it, lookups are refused until the next day, and jobs pause. One value each for accounts without a plan or pack, with one, and with a priority plan. Test keys are counted separately.',
    effect: 'From the next lookup.',
  }),
  lookup_budget_ms: setting(Type.Integer({ minimum: 0, maximum: 60_000 }), {
    default: 8000,
    unit: 'milliseconds',
    doc: 'How long a lookup may take before it returns `pending`.',
    effect: 'From the next lookup.',
  }),
};
