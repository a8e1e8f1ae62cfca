import type { ComponentChildren } from 'preact';
import './figures.css';

export interface Figure {
  name: string;
  value: ComponentChildren;
  /** Its parts, or a comparison. */
  note?: ComponentChildren;
}

/** The figures that an operator looks at first. */
export function Figures({ of, label }: { of: Figure[]; label: string }) {
  return (
    <dl class="key-figures" aria-label={label}>
      {of.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="value">{value}</dd>
          {note && <dd class="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
