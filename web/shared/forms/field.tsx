import type {
  ComponentChildren,
  InputHTMLAttributes,
  TargetedClipboardEvent,
  TargetedKeyboardEvent,
} from 'preact';
import { Labelled } from './labelled.tsx';

type OwnAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'min' | 'max' | 'step' | 'maxLength' | 'placeholder' | 'autoComplete' | 'inputMode' | 'onInput'
>;

interface FieldProps extends OwnAttributes {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  type?: 'text' | 'number' | 'date' | 'datetime-local' | 'tel' | 'url' | 'search';
  value?: string | number | null;
  /** False writes "(optional)" beside the label. */
  isRequired?: boolean;
  /** Makes it a text of several lines. */
  rows?: number;
  /** Enter submits such a text as well; Shift and Enter begin another line. */
  isSent?: boolean;
}

/** A field for a text or a number. */
export function Field({
  name,
  label,
  hint,
  type = 'text',
  value,
  isRequired,
  rows,
  isSent,
  ...own
}: FieldProps) {
  const { maxLength, placeholder } = own;
  const defaultValue = String(value ?? '');
  return (
    <Labelled name={name} label={label} hint={hint} isRequired={isRequired}>
      {(attributes) =>
        rows ? (
          <textarea
            {...attributes}
            {...{ maxLength, placeholder, rows, defaultValue }}
            onKeyDown={isSent ? submitOnEnter : undefined}
          />
        ) : (
          <input
            {...attributes}
            {...own}
            type={type as 'text'}
            defaultValue={defaultValue}
            onPaste={pasteTrimmed}
          />
        )
      }
    </Labelled>
  );
}

function submitOnEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Spaces around a pasted text would count against the length of the field. */
function pasteTrimmed(event: TargetedClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData?.getData('text') ?? '';
  if (text === text.trim()) return;
  event.preventDefault();
  // Deprecated, but no other way keeps the length, the event and what undo takes back.
  document.execCommand('insertText', false, text.trim());
}
