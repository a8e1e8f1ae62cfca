import { Choice } from '#web/shared/forms/choice.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import './filter.css';

interface FilterProps {
  /** The query parameter. */
  name: string;
  label: string;
  /** The first one is for all, and leaves the address. */
  options: readonly (readonly [value: string, text: string])[];
  /** Query parameters to remove on a change, such as the page. */
  resets?: string[];
}

/** A choice that is kept in the address. */
export function Filter({ name, label, options, resets = [] }: FilterProps) {
  const [query, change] = useQuery();
  const cleared = Object.fromEntries(resets.map((member) => [member, null]));
  return (
    <Choice
      name={name}
      label={label}
      options={options}
      value={query[name] ?? ''}
      onChange={(value) => change({ ...cleared, [name]: value || null })}
    />
  );
}
