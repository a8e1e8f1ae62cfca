import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { Labelled } from './labelled.tsx';

type OwnAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'min'
  | 'max'
  | 'step'
  | 'pattern'
  | 'minLength'
  | 'maxLength'
  | 'placeholder'
  | 'autoComplete'
  | 'inputMode'
  | 'disabled'
>;

interface FieldProps extends OwnAttributes {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  type?: 'text' | 'email' | 'number' | 'date' | 'datetime-local' | 'tel' | 'url' | 'search' | 'password';
  value?: string | number | null;
  /** False writes "(optional)" beside the label. */
  isRequired?: boolean;
  /** Offered while typing; anything else may be typed. */
  options?: string[];
  /** More than one makes it a text of several lines. */
  rows?: number;
}

export function Field({
  name,
  label,
  hint,
  type = 'text',
  value,
  isRequired,
  options,
  rows,
  ...own
}: FieldProps) {
  return (
    <Labelled name={name} label={label} hint={hint} isRequired={isRequired}>
      {(attributes) =>
        rows && rows > 1 ? (
          <textarea {...attributes} {...ofTextarea(own)} rows={rows} defaultValue={textOf(value)} />
        ) : (
          <>
            <input
              {...attributes}
              {...own}
              type={type as 'text'}
              list={options && `${attributes.id}-options`}
              defaultValue={textOf(value)}
            />
            {options && (
              <datalist id={`${attributes.id}-options`}>
                {options.map((option) => (
                  <option key={option} value={option} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Labelled>
  );
}

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

const ofTextarea = ({ minLength, maxLength, placeholder, disabled }: OwnAttributes) => ({
  minLength,
  maxLength,
  placeholder,
  disabled,
});
