import Type from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';

export const jobSettings = {
  job_results_days: setting(Type.Integer({ minimum: 1, maximum: 90 }), {
    default: 30,
    unit: 'days',
    doc: 'How long the results of a bulk job are kept after it ends. A job that has not ended so long after its creation is cancelled.',
    effect: 'For jobs that end from now on.',
  }),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof jobSettings> {}
}
