import { useBusy } from './busy.ts';
import { explainError } from './explain-error.ts';
import { Refusal } from './refusal.tsx';
import { interruption } from './session.ts';

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
