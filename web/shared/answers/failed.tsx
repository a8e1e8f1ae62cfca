import { explainError, isRefusal } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { useBusy } from '#web/shared/feedback/use-busy.ts';
import { interruption } from '#web/shared/session/session.ts';

interface FailedProps {
  error: unknown;
  onRetry?: () => Promise<void>;
  /** The view below shows an earlier answer. */
  isStale?: boolean;
}

/**
 * A failed request, with a button to retry unless the request itself was refused. Left out after the session has ended: a notice above
 * the page says so once.
 */
export function Failed({ error, onRetry, isStale }: FailedProps) {
  const [isBusy, retry] = useBusy(onRetry ?? (async () => {}));
  if (interruption.value === 'ended') return null;
  const isRefused = isRefusal(error);
  const title = isStale ? 'This view is out of date.' : isRefused ? undefined : 'This did not load.';
  return (
    <Refusal of={explainError(error)} title={title}>
      {onRetry && !isRefused && (
        <button type="button" aria-disabled={isBusy} onClick={() => retry()}>
          Try again
        </button>
      )}
    </Refusal>
  );
}
