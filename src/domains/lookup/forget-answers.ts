import type { Job } from '#core/operation.ts';
import { forgetOldAnswers } from './sql.ts';
import { forgetOldVetoes } from './vetoes.ts';

export const forgetAnswers: Job = {
  id: 'lookup.forget-answers',
  schedule: '7 * * * *',
  async run({ ports }) {
    await forgetOldAnswers(ports.db, ports.settings.current().free_repeat_days);
    await forgetOldVetoes(ports.db);
  },
};
