import type { ComponentChildren } from 'preact';
import { Labelled } from './labelled.tsx';

interface CheckProps {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  value?: boolean;
}

/** A box to tick. */
export const Check = ({ value = false, ...labelled }: CheckProps) => (
  <Labelled {...labelled} isBox>
    {(attributes) => <input {...attributes} type="checkbox" defaultChecked={value} />}
  </Labelled>
);
