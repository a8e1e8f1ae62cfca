import { useEffect, useRef, useState } from 'preact/hooks';
import { valuesOf } from '#web/shared/forms/form-values.ts';
import AsCode from './as-code.tsx';
import type { Call } from './code-of.ts';

interface FormAsCodeProps {
  /** The call that the form would make with these values. Empty ones are left out. */
  callOf: (values: Readonly<Record<string, string>>) => Call;
}

/** Within a form: what it would send, as code that follows while it is filled in. */
export default function FormAsCode({ callOf }: FormAsCodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  useEffect(() => {
    const form = place.current!.closest('form')!;
    const read = () => setValues(filledIn(form));
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, []);
  return (
    <div ref={place}>
      <AsCode of={callOf(values)} title="The same as code" isFolded />
    </div>
  );
}

const filledIn = (form: HTMLFormElement) =>
  Object.fromEntries(Object.entries(valuesOf(form)).filter(([, value]) => value !== ''));
