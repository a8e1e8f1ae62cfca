import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { isAsSent } from '#web/shared/forms/form-values.ts';

interface EditInPlaceProps<Name extends string> {
  /** The name of the field, for the button. */
  label: string;
  /** As it is read. */
  shown: ComponentChildren;
  onSave: (values: FormValues<Name>) => Promise<void>;
  /** The field. */
  children: ComponentChildren;
}

/** A value with a button that turns it into a field, until it is saved as it was typed. Escape leaves it as it was. */
export function EditInPlace<Name extends string>(props: EditInPlaceProps<Name>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { label, shown } = props;
  if (isOpen) return <OpenField {...props} onClose={() => setOpen(false)} />;
  return (
    <span class="editable">
      <span>{shown}</span>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-label={`Edit ${label}`}
        onClick={() => setOpen(true)}
      >
        Edit
      </button>
    </span>
  );
}

function OpenField<Name extends string>({
  onSave,
  onClose,
  children,
}: EditInPlaceProps<Name> & { onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('input')?.focus();
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);
  const save = async (values: FormValues<Name>) => {
    await onSave(values);
    const form = place.current?.querySelector('form');
    if (!form || isAsSent(form, values)) onClose();
  };
  return (
    <div ref={place}>
      <Form<Name> submit="Save" isInline onSubmit={save} actions={<Cancel onClick={onClose} />}>
        {children}
      </Form>
    </div>
  );
}
