import { useAnswer } from '../../shared/answer.ts';
import { downloadOf, me } from '../../shared/api.ts';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { JobActions } from './jobs/job-actions.tsx';
import { JobItems } from './jobs/job-items.tsx';
import { JobState } from './jobs/job-state.tsx';
import { hasEnded, isActive, type Job } from './jobs/status.tsx';
import './jobs/jobs.css';

/** One job, watched while it runs. */
export default function JobView({ job_id }: { job_id: string }) {
  const answer = useAnswer(
    'GET /internal/jobs/{account_id}/{job_id}',
    { path: { account_id: me, job_id } },
    { everyMs: (job) => job && watchingMs(job) },
  );
  const job = answer.value;
  return (
    <Page title={job?.name || 'Job'} actions={<a href="/app/jobs">All jobs</a>}>
      <Show of={answer}>
        {(shown) => (
          <>
            <JobState job={shown}>
              <JobActions job={shown} onChange={answer.reload} />
              <a class="button" href={downloadOf(`/internal/jobs/${me}/${shown.id}/csv`)} download>
                Download CSV
              </a>
            </JobState>
            <JobItems job={shown} />
          </>
        )}
      </Show>
    </Page>
  );
}

/** A paused job may be resumed elsewhere. */
const watchingMs = (job: Job): number | undefined =>
  hasEnded(job) ? undefined : isActive(job) ? 1500 : 3000;
