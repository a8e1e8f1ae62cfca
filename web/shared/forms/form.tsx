import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ValidationError } from '#client';
import { type Explanation, explainError, faultInWords, plainly } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { useBusy } from '#web/shared/feedback/use-busy.ts';
import { Faults } from './faults.ts';
import { type FormField, type FormValues, fieldsOf, isAsSent, valuesOf } from './form-values.ts';

export type { FormValues };

interface FormProps<Name extends string> {
  submit: string;
  onSubmit: (values: FormValues<Name>) => unknown;
  /** Hears every change, such as for a preview. */
  onInput?: (values: FormValues<Name>) => void;
  isDanger?: boolean;
  /** Empties the fields after it went well, unless the next ones are being typed. */
  isCleared?: boolean;
  /** Fields beside each other, such as for filters. */
  isInline?: boolean;
  /** More buttons beside the one that submits. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

/** Fields and a button. Field errors appear next to the field, other errors above the form. Nothing typed is lost. */
export function Form<Name extends string = string>(props: FormProps<Name>) {
  const { submit, onSubmit, onInput, isDanger, isCleared, isInline, actions, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Explanation | null>(null);

  const [isBusy, send] = useBusy(async () => {
    setRefusal(null);
    const missing = faultsOfBrowser(form.current!);
    setFaults(missing);
    if (Object.keys(missing).length > 0) return focusFirstFault(form.current!, missing);
    try {
      const sent = valuesOf<Name>(form.current!);
      await onSubmit(sent);
      if (isCleared && form.current && isAsSent(form.current, sent)) form.current.reset();
    } catch (error) {
      const { placed, rest } = sortFaults(error, form.current!);
      setFaults(placed);
      setRefusal(rest);
      focusFirstFault(form.current!, placed);
    }
  });

  // The button may be far below it.
  useEffect(() => {
    if (refusal) form.current!.querySelector('.refusal')!.scrollIntoView({ block: 'nearest' });
  }, [refusal]);

  const onSubmitted = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  const context = useMemo(() => faults, [faults]);
  return (
    <form
      ref={form}
      class={isInline ? 'inline' : undefined}
      noValidate
      onSubmit={onSubmitted}
      onInput={onInput && (() => onInput(valuesOf(form.current!)))}
    >
      {refusal && <Refusal of={refusal} />}
      <Faults.Provider value={context}>{children}</Faults.Provider>
      <div class="actions">
        <button type="submit" class={isDanger ? 'primary danger' : 'primary'} aria-disabled={isBusy}>
          {submit}
          {isBusy && <span class="spinner" aria-hidden="true" />}
        </button>
        {actions}
      </div>
    </form>
  );
}

/** Errors that need no request: a required field without a value, or text that isn't a number. */
function faultsOfBrowser(form: HTMLFormElement): Record<string, string> {
  const wrong = fieldsOf(form).filter((field) => isMissing(field) || !field.validity.valid);
  return Object.fromEntries(
    wrong.map((field) => [field.name, isMissing(field) ? missingWords(field) : field.validationMessage]),
  );
}

/** Spaces alone are no value. */
const isMissing = ({ required, value, validity }: FormField) =>
  validity.valueMissing || (required && value.trim() === '' && validity.valid);

const missingWords = ({ name }: FormField) => (name === 'reason' ? 'Enter a reason.' : 'Fill this in.');

/** Faults by the last part of their path. Those of no field in the form go above it. */
function sortFaults(error: unknown, form: HTMLFormElement) {
  const explanation = explainError(error);
  if (!(error instanceof ValidationError)) return { placed: {}, rest: explanation };
  const names = new Set(fieldsOf(form).map(({ name }) => name));
  const placed: Record<string, string> = {};
  const others: string[] = [];
  for (const fault of error.faults) {
    const name = fault.loc.findLast((part) => names.has(String(part)));
    if (name === undefined) others.push(faultInWords(fault));
    else placed[name] = plainly(fault.msg);
  }
  return { placed, rest: others.length > 0 ? { ...explanation, text: others.join('\n') } : null };
}

/** Unfolds the part of the form that the field is in. */
function focusFirstFault(form: HTMLFormElement, faults: Record<string, string>): void {
  const field = fieldsOf(form).find(({ name }) => name in faults);
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
}
