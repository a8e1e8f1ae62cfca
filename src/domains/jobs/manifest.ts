import { domain } from '#core/domain.ts';
import { jobData } from './account-rows.ts';
import { cancelJob } from './cancel-job.ts';
import { createJob } from './creating/create-job.ts';
import { listedProfiles } from './creating/listed-profiles.ts';
import { jobErrors } from './errors.ts';
import { jobJourney } from './journey.ts';
import { listJobs } from './list-jobs.ts';
import { pauseJob } from './pause-job.ts';
import { downloadResults } from './results/download-results.ts';
import { forgetResults } from './results/forget-results.ts';
import { listItems } from './results/list-items.ts';
import { resumeJob } from './resume-job.ts';
import { resumeNextDay } from './resume-next-day.ts';
import { openJobs } from './running/job-work.ts';
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
  accountData: jobData,
  journey: [jobJourney],
  notInJourney: {
    job_item: 'The rows of jobs.',
    job_claim: 'Work in progress.',
    job_turn: 'The order of the accounts.',
  },
  open: openJobs,
});
