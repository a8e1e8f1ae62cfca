import { useEffect, useState } from 'preact/hooks';
import { askedBefore, forgetAsked } from '#web/app/parts/buying/asked.ts';
import { wantedJob } from '#web/app/parts/buying/wanted-job.ts';
import StoredAnswer from '#web/app/views/look-up/stored-answer.tsx';
import { api, me } from '#web/shared/answers/api.ts';
import { Failed } from '#web/shared/answers/failed.tsx';
import { Loading } from '#web/shared/answers/loading.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';

/** The lookup that led to the purchase: it runs once, and its answer stays at this address. */
export function AskedAnswer() {
  const [{ lookup }, change] = useQuery();
  const [error, setError] = useState<unknown>();
  const asked = askedBefore();

  const run = async () => {
    if (!asked) return;
    const { profile_url, name } = asked;
    const body = { account_id: me, profile_url, ...(name ? { name } : {}) };
    setError(undefined);
    try {
      const { id } = await api.call('POST /internal/find', { body }, { idempotencyKey: asked.key });
      forgetAsked();
      change({ lookup: id });
    } catch (failure) {
      setError(failure);
    }
  };
  useEffect(() => void run(), []);

  if (lookup) return <StoredAnswer id={lookup} />;
  if (error !== undefined) return <Failed error={error} onRetry={run} />;
  return asked ? <Loading /> : <NextAct />;
}

function NextAct() {
  const job = wantedJob();
  if (job)
    return (
      <div class="actions">
        <a class="button primary" href={job.id ? `/app/jobs/${job.id}` : '/app/jobs/new'}>
          {job.id ? `Show ${job.name}, which resumes now` : `Start the job of ${job.name}`}
        </a>
      </div>
    );
  return (
    <div class="actions">
      <a class="button primary" href="/app">
        Look someone up
      </a>
      <a class="button" href="/app/key">
        Create your API key
      </a>
    </div>
  );
}
