import { domain } from '#core/domain.ts';
import { cancelJob } from './cancel-job.ts';
import { createJob } from './create-job.ts';
import { downloadResults } from './download-results.ts';
import { jobErrors } from './errors.ts';
import { forgetResults } from './forget-results.ts';
import { jobJourney } from './journey.ts';
import { listItems } from './list-items.ts';
import { listJobs } from './list-jobs.ts';
import { listedProfiles } from './listed-profiles.ts';
import { openJobs } from './open-jobs.ts';
import { pauseJob } from './pause-job.ts';
import { resumeJob } from './resume-job.ts';
import { resumeNextDay } from './resume-next-day.ts';
import { work } from './running/work.ts';
import { jobSettings } from './settings.ts';
import { showJob } from './show-job.ts';

export const jobs = domain({
  id: 'jobs',
  title: 'Bulk jobs',
  description:
    'Up to 10,000 profiles at once, looked up in the background in fair turns. Each distinct profile is paid once.',
  operations: [createJob, listJobs, showJob, listItems, downloadResults, cancelJob, pauseJob, resumeJob],
  jobs: [work, forgetResults, resumeNextDay],
  errors: jobErrors,
  settings: jobSettings,
  personalData: [listedProfiles],
  journey: [jobJourney],
  notInJourney: {
    job_item: 'The rows of jobs.',
    job_claim: 'Work under way.',
    job_turn: 'Whose turn it is.',
  },
  open: openJobs,
});
