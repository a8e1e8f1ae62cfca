import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ask, type Question } from './ask.ts';
import { type Explanation, explainError } from './explain-error.ts';
import { Refusal } from './refusal.tsx';
import { useBusy } from './use-busy.ts';

interface ActionProps {
  /** Gets the reason, if the question asks for one. Else it is ''. */
  run: (given: { reason: string }) => unknown;
  label: ComponentChildren;
  isDanger?: boolean;
  isPrimary?: boolean;
  disabled?: boolean;
  /** Asks first. */
  confirm?: Omit<Question, 'isDanger'>;
}

/** A button that asks first when told so, is busy while it runs, and says what went wrong. */
export function Action({ run, label, isDanger, isPrimary, disabled, confirm }: ActionProps) {
  const [refusal, setRefusal] = useState<Explanation | null>(null);
  const [isBusy, start] = useBusy(async (answer: { reason: string }) => {
    try {
      await run(answer);
    } catch (error) {
      setRefusal(explainError(error));
    }
  });
  const press = async () => {
    if (isBusy) return;
    setRefusal(null);
    const answer = confirm ? await ask({ ...confirm, isDanger }) : { reason: '' };
    if (answer) await start(answer);
  };
  const tone = [isPrimary && 'primary', isDanger && 'danger'].filter(Boolean).join(' ');
  return (
    <span class="action">
      <button
        type="button"
        class={tone || undefined}
        disabled={disabled}
        aria-disabled={isBusy}
        onClick={press}
      >
        {label}
        {isBusy && <span class="spinner" aria-hidden="true" />}
      </button>
      {refusal && <Refusal of={refusal} />}
    </span>
  );
}
