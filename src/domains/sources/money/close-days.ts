import type { Job } from '#core/job.ts';
import { closeVendorDays } from './vendor-money.ts';

/** The daily limits for unearned vendor money reset at midnight UTC. */
export const closeDays: Job = {
  id: 'sources.close-vendor-days',
  schedule: '3 * * * *',
  run: ({ ports }) => closeVendorDays(ports.db),
};
