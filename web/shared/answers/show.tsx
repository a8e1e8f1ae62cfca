import type { ComponentChildren } from 'preact';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';
import type { AnswerState } from './use-answer.ts';

/** An answer in each of its states: loading, failed, ready. */
export function Show<T>({ of, children }: { of: AnswerState<T>; children: (value: T) => ComponentChildren }) {
  const { value, error, isLoading, reload } = of;
  if (value === undefined) {
    if (error !== undefined && !isLoading) return <Failed error={error} onRetry={reload} />;
    return isLoading ? <Loading /> : null;
  }
  return (
    <>
      {error !== undefined && <Failed error={error} onRetry={reload} isStale />}
      {children(value)}
    </>
  );
}
