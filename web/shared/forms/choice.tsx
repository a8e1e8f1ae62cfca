import type { ComponentChildren } from 'preact';
import { Labelled } from './labelled.tsx';

interface ChoiceProps {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  options: readonly (readonly [value: string, text: string])[];
  value?: string | null;
  isRequired?: boolean;
  /** Hears the choice at once, such as for a filter. */
  onChange?: (value: string) => void;
}

/** One of several. */
export function Choice({ name, label, hint, options, value, isRequired, onChange }: ChoiceProps) {
  return (
    <Labelled name={name} label={label} hint={hint} isRequired={isRequired}>
      {(attributes) => (
        <select {...attributes} onChange={onChange && ((event) => onChange(event.currentTarget.value))}>
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === (value ?? options[0]?.[0])}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
