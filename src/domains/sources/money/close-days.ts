import type { Job } from '#core/job.ts';
import { closeVendorDays } from './vendor-money.ts';

/** The limits for unearned vendor money begin anew each day, at midnight UTC. */
export const closeDays: Job = {
  id: 'sources.close-vendor-days',
  schedule: '3 * * * *',
  run: ({ ports }) => closeVendorDays(ports.db),
};
