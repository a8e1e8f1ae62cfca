import type { ComponentChildren } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { Faults } from './faults.ts';

interface LabelledProps {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  isRequired?: boolean;
  /** A box comes before its label. */
  isBox?: boolean;
  children: (attributes: FieldAttributes) => ComponentChildren;
}

interface FieldAttributes {
  id: string;
  name: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A field with its label, its hint, and what is wrong with it. */
export function Labelled({ name, label, hint, isRequired, isBox, children }: LabelledProps) {
  const id = useId();
  const fault = useContext(Faults)[name];
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const field = children({
    id,
    name,
    required: isRequired || undefined,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': describedBy || undefined,
  });
  return (
    <div class={isBox ? 'field check' : 'field'}>
      {isBox && field}
      <label for={id}>
        {label}
        {isRequired === false && <span class="optional"> (optional)</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {!isBox && field}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
