import Type from 'typebox';
import { byTier } from '#core/parts/plan-tier.ts';
import { setting } from '#core/parts/setting.ts';

export const jobSettings = {
  job_results_days: setting(Type.Integer({ minimum: 1, maximum: 90 }), {
    default: 30,
    unit: 'days',
    doc: 'How long the results of a bulk job are kept after it ends. A job that has not ended so long after its creation is cancelled.',
    effect: 'For jobs that end from now on.',
  }),
  jobs_open_max: setting(byTier(Type.Integer({ minimum: 0, maximum: 100_000 })), {
    default: { no_plan: 5, plan: 50, enterprise: 500 },
    unit: 'jobs per account',
    doc: 'Maximum number of open bulk jobs per account: queued, running or paused. One value each for accounts without a plan or pack, with one, and with a priority plan.',
    effect: 'From the next job.',
  }),
  job_rows_kept_max: setting(byTier(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })), {
    default: { no_plan: 20_000, plan: 500_000, enterprise: 5_000_000 },
    unit: 'rows per account',
    doc: 'Maximum number of rows in all bulk jobs of an account. Rows count until their results are deleted.',
    effect: 'From the next job.',
  }),
  job_mib_kept_max: setting(byTier(Type.Integer({ minimum: 0, maximum: 1_000_000 })), {
    default: { no_plan: 32, plan: 1024, enterprise: 10_240 },
    unit: 'MiB per account',
    doc: 'Maximum size of the rows in all bulk jobs of an account: the links, names and files as you sent them. Rows count until their results are deleted.',
    effect: 'From the next job.',
  }),
};
