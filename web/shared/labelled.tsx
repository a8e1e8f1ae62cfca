import type { ComponentChildren } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { Faults } from './faults.ts';

interface LabelledProps {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  isRequired?: boolean;
  children: (attributes: FieldAttributes) => ComponentChildren;
}

export interface FieldAttributes {
  id: string;
  name: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A field with its label, its hint, and what is wrong with it. */
export function Labelled({ name, label, hint, isRequired, children }: LabelledProps) {
  const id = useId();
  const fault = useContext(Faults)[name];
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired === false && <span class="optional"> (optional)</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        required: isRequired || undefined,
        'aria-invalid': fault ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
