import { useEffect } from 'preact/hooks';
import { Note } from '#web/app/parts/note.tsx';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { counted } from '#web/shared/values/count.tsx';
import { forgetWantedJob, wantedJob } from './wanted-job.ts';

/** Says which job the credits are for, and how many it needs. */
export function JobNote() {
  const job = wantedJob();
  const path = { account_id: me, job_id: job?.id ?? '' };
  const { value: paused } = useAnswer(
    'GET /internal/jobs/{account_id}/{job_id}',
    { path },
    { when: Boolean(job?.id) },
  );
  useEffect(() => {
    if (paused && paused.paused_because !== 'credits') forgetWantedJob();
  }, [paused]);
  if (!job) return null;
  const { id, name, credits } = job;
  return (
    <Note>
      <p>
        {id ? (
          <>
            <a href={`/app/jobs/${id}`}>{name}</a> is paused. It needs at most{' '}
            {counted(credits, 'more credit')}, and resumes automatically.
          </>
        ) : (
          <>
            Your file <a href="/app/jobs/new">{name}</a> is kept in this tab. Its job needs at most{' '}
            {counted(credits, 'credit')}. Start it after your payment.
          </>
        )}
      </p>
      <button type="button" class="quiet" onClick={forgetWantedJob}>
        {id ? 'Hide' : 'Don’t keep it'}
      </button>
    </Note>
  );
}
