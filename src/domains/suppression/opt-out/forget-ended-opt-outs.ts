import type { Job } from '#core/job.ts';
import { forgetOptOuts } from './opt-outs.ts';

/** Ends what was not proven in time, and drops what ended long ago. */
export const forgetEndedOptOuts: Job = {
  id: 'suppression.forget-opt-outs',
  schedule: '17 * * * *',
  run: ({ ports, now }) => forgetOptOuts(ports.db, now()),
};
