import { useLocation } from 'preact-iso/router';
import { addressWith } from '#web/shared/shell/use-query.ts';
import './chips.css';

interface ChipsProps {
  /** The query parameter. */
  name: string;
  label: string;
  /** An empty value is the default, and leaves the address. */
  options: readonly (readonly [value: string, text: string])[];
  /** Query parameters to remove on a change. With one of them, none is current. */
  resets?: readonly string[];
  /** Query parameters that narrow the current one. Pressing it removes them first. */
  narrows?: readonly string[];
}

/** A choice that is kept in the address. Pressing the current one takes it away. */
export function Chips({ name, label, options, resets = [], narrows = [] }: ChipsProps) {
  const { path, query } = useLocation();
  const current = resets.some((member) => query[member]) ? null : (query[name] ?? '');
  const isNarrowed = narrows.some((member) => query[member]);
  const cleared = Object.fromEntries([...resets, ...narrows].map((member) => [member, null]));
  return (
    <nav class="chips" aria-label={label}>
      {options.map(([value, text]) => (
        <a
          key={value}
          class="chip"
          href={addressWith(path, query, {
            ...cleared,
            [name]: value === current && !isNarrowed ? null : value,
          })}
          aria-current={value === current ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
