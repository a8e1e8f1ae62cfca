import { downloadOf, me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { JobActions } from './job-actions.tsx';
import { JobItems } from './job-items.tsx';
import { JobState } from './job-state.tsx';
import { hasEnded, isActive, type Job } from './status.tsx';
import './jobs.css';

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
