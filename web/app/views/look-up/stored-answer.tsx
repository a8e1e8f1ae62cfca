import { useEffect } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Found } from './found.tsx';
import { Pending } from './pending.tsx';

interface StoredAnswerProps {
  id: string;
  /** Hears that the sources have answered. */
  onAnswer?: () => void;
}

/** An answer by its lookup's id: free for a day, and asked for again until the sources have answered. */
export default function StoredAnswer({ id, onAnswer }: StoredAnswerProps) {
  const answer = useAnswer(
    'GET /internal/find/{account_id}/{lookup_id}',
    { path: { account_id: me, lookup_id: id } },
    { everyMs: (found) => (found?.status === 'pending' ? 1500 : undefined) },
  );
  const [{ job }] = useQuery();
  const isAnswered = answer.value !== undefined && answer.value.status !== 'pending';
  useEffect(() => {
    if (isAnswered) onAnswer?.();
  }, [isAnswered]);
  return (
    <div aria-live="polite">
      {job && (
        <p>
          <a href={`/app/jobs/${encodeURIComponent(job)}`}>Back to the job</a>
        </p>
      )}
      <Show of={answer}>
        {(found) => (found.status === 'pending' ? <Pending profile={found.profile} /> : <Found {...found} />)}
      </Show>
    </div>
  );
}
