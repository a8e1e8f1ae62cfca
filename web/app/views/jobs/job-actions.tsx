import { keepWantedJob } from '#web/app/parts/buying/wanted-job.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { RaiseLimit } from './raise-limit.tsx';
import { hasEnded, type Job, neededBy } from './status.tsx';

/** Pause, resume and cancel, where each is possible. */
export function JobActions({ job, onChange }: { job: Job; onChange: () => Promise<void> }) {
  if (hasEnded(job)) return null;
  const path = { account_id: me, job_id: job.id };
  const resume = async (limit?: number | null) => {
    const body = limit === undefined ? {} : { limit_credits: limit };
    await api.call('POST /internal/jobs/{account_id}/{job_id}/resumption', { path, body });
    await onChange();
  };
  const pause = async () => {
    await api.call('POST /internal/jobs/{account_id}/{job_id}/pause', { path });
    notify('Paused. Lookups under way are finished.', { undo: () => resume() });
    await onChange();
  };
  const cancel = async () => {
    await api.call('POST /internal/jobs/{account_id}/{job_id}/cancellation', { path });
    await onChange();
  };
  return (
    <>
      {job.status !== 'paused' && <Action label="Pause" run={pause} />}
      {job.status === 'paused' && <GoOn job={job} onResume={resume} />}
      <Action label="Cancel" run={cancel} isDanger confirm={cancellation(job)} />
    </>
  );
}

interface GoOnProps {
  job: Job;
  onResume: (limit?: number | null) => Promise<void>;
}

/** Resumes a paused job. One without credits or budget resumes automatically once there are some. */
function GoOn({ job, onResume }: GoOnProps) {
  if (job.paused_because === 'limit') return <RaiseLimit job={job} onRaise={onResume} />;
  if (job.paused_because === 'budget')
    return (
      <a class="button primary" href="/app/credits">
        See budgets
      </a>
    );
  if (job.paused_because !== 'credits') return <Action label="Resume" run={() => onResume()} isPrimary />;
  return (
    <a
      class="button primary"
      href="/app/plans"
      onClick={() => keepWantedJob({ id: job.id, name: job.name || 'Your job', credits: neededBy(job) })}
    >
      Buy credits
    </a>
  );
}

const cancellation = ({ counts: { waiting } }: Job) => ({
  title: 'Cancel this job?',
  text: `You keep the results found so far. ${waiting === 1 ? 'The profile' : `The ${waiting} profiles`} that ${
    waiting === 1 ? 'is' : 'are'
  } left won’t be looked up, and a cancelled job can’t be resumed.`,
  act: 'Cancel the job',
});
