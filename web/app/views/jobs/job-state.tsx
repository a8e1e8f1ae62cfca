import type { ComponentChildren } from 'preact';
import { Figures } from '#web/app/parts/figures.tsx';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { Progress } from '#web/shared/feedback/progress.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { describeState } from './describe-state.ts';
import { hasEnded, type Job, JobStatus } from './status.tsx';
import { WhyFree } from './why-free.tsx';

/** How far a job has come, what it found and what it cost. `children` are what can be done with it. */
export function JobState({ job, children }: { job: Job; children: ComponentChildren }) {
  const { counts, credits } = job;
  return (
    <Card title={<JobStatus of={job.status} />} actions={children}>
      <p aria-live="polite">{describeState(job)}</p>
      <Progress label="Profiles done" value={counts.profiles - counts.waiting} max={counts.profiles} />
      <Figures
        of={[
          ['Found', counts.completed],
          ['Not found', counts.not_found],
          counts.failed > 0 && ['Failed', counts.failed],
          counts.cancelled > 0 && ['Cancelled', counts.cancelled],
          ['Credits spent', credits.spent],
          !hasEnded(job) && ['Credits at most', Math.min(credits.at_most, credits.limit ?? credits.at_most)],
          ['Rows', counts.rows],
          counts.repeated > 0 && ['Repeated rows', counts.repeated],
          counts.refused > 0 && ['Refused rows', counts.refused],
        ]}
      />
      {counts.waiting === 0 && <WhyFree job={job} />}
      <Facts
        of={[
          credits.limit !== null && ['Limit of credits', countOf(credits.limit)],
          ['Created', <Time key="created" at={job.created_at} />],
          job.ended_at !== null && ['Ended', <Time key="ended" at={job.ended_at} />],
          job.results_until !== null && ['Results kept until', <Time key="until" at={job.results_until} />],
          ['Started from', surfaceName(job.opened_from)],
          job.webhook_url !== null && [
            'Webhook',
            <span key="webhook" class="foreign">
              {job.webhook_url}
            </span>,
          ],
        ]}
      />
    </Card>
  );
}
