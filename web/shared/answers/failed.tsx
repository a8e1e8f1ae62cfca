import { explainError } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { useBusy } from '#web/shared/feedback/use-busy.ts';
import { interruption } from '#web/shared/session/session.ts';

interface FailedProps {
  error: unknown;
  onRetry?: () => Promise<void>;
  /** What is shown below is from an earlier answer. */
  isStale?: boolean;
}

/** An answer that didn't come, and a way to ask again. While nobody is signed in it is left out: the notice above the page says so once. */
export function Failed({ error, onRetry, isStale }: FailedProps) {
  const [isBusy, retry] = useBusy(onRetry ?? (async () => {}));
  if (interruption.value === 'ended') return null;
  return (
    <Refusal of={explainError(error)} title={isStale ? 'What you see is out of date.' : 'This did not load.'}>
      {onRetry && (
        <button type="button" aria-disabled={isBusy} onClick={() => retry()}>
          Try again
        </button>
      )}
    </Refusal>
  );
}
