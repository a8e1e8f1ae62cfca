import type { OpenDomain } from '#core/domain.ts';
import { JobWork, openJobWork } from './running/job-work.ts';

/** New work is announced on the channel `job_work`, by the transaction that makes it. */
export function openJobs(): OpenDomain {
  const jobWork = openJobWork();
  return {
    ports: [JobWork.opened(jobWork)],
    feed: {
      channels: ['job_work'],
      onChange: jobWork.wake,
      onFeedLost: () => {},
      onFeedRestored: jobWork.wake,
    },
  };
}
