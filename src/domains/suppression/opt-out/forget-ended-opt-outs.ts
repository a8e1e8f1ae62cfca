import type { Job } from '#core/job.ts';
import { forgetOptOuts } from './opt-outs.ts';

/** Expires requests that weren't confirmed in time, and deletes old ended ones. */
export const forgetEndedOptOuts: Job = {
  id: 'suppression.forget-opt-outs',
  schedule: '17 * * * *',
  run: ({ ports, now }) => forgetOptOuts(ports.db, now()),
};
