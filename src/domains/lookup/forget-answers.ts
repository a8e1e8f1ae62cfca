import type { Job } from '#core/job.ts';
import { forgetOldVetoes } from './finding/vetoes.ts';
import { forgetOldAnswers } from './sql.ts';

export const forgetAnswers: Job = {
  id: 'lookup.forget-answers',
  schedule: '7 * * * *',
  async run({ ports }) {
    await forgetOldAnswers(ports.db, ports.settings.current().free_repeat_days);
    await forgetOldVetoes(ports.db);
  },
};
