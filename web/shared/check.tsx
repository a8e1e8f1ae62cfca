import type { ComponentChildren } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { Faults } from './faults.ts';

interface CheckProps {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  value?: boolean;
  isRequired?: boolean;
  disabled?: boolean;
  onChange?: (value: boolean) => void;
}

/** A box to tick. */
export function Check({ name, label, hint, value = false, isRequired, disabled, onChange }: CheckProps) {
  const id = useId();
  const fault = useContext(Faults)[name];
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field check">
      <input
        type="checkbox"
        id={id}
        name={name}
        defaultChecked={value}
        required={isRequired}
        disabled={disabled}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy || undefined}
        onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
