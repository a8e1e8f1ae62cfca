import { useBusy } from './busy.ts';
import { explainError } from './explain-error.ts';
import { Refusal } from './refusal.tsx';

interface FailedProps {
  error: unknown;
  onRetry?: () => Promise<void>;
  /** What is shown below is from an earlier answer. */
  isStale?: boolean;
}

/** An answer that didn't come, and a way to ask again. */
export function Failed({ error, onRetry, isStale }: FailedProps) {
  const [isBusy, retry] = useBusy(onRetry ?? (async () => {}));
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
