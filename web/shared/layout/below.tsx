import type { ComponentChildren } from 'preact';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';

interface BelowProps {
  of: Pick<AnswerState<unknown>, 'value' | 'error'>;
  children: ComponentChildren;
}

/** Parts below an answer. They load beside it, and appear with it: before, it would push them down. */
export const Below = ({ of: { value, error }, children }: BelowProps) => (
  <div class="below" hidden={value === undefined && error === undefined}>
    {children}
  </div>
);
