import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { fieldsOf, valuesOf } from '#web/shared/forms/form-values.ts';
import { localInputOf, momentOfInput } from '#web/shared/forms/local-time.ts';
import { moveBy } from '#web/shared/keyboard/focus.ts';
import { addressWith, useQuery } from '#web/shared/shell/use-query.ts';
import { seek, useSought } from './use-sought.ts';

const typingMs = 250;

interface FiltersProps {
  /** Names of fields that may hold something personal. They stay out of the address. */
  personal?: readonly string[];
  children: ComponentChildren;
}

/** The fields that a list is filtered by. Each counts as soon as it changes, a text a moment after the last key. */
export function Filters({ personal = [], children }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { path, url, route } = useLocation();
  const [query] = useQuery();
  const sought = useSought();
  useEffect(() => () => clearTimeout(typing.current), [path]);
  // The address also changes by going back, and by a saved view.
  useLayoutEffect(() => fill(form.current!, { ...query, ...sought }), [url, sought]);

  const apply = () => {
    clearTimeout(typing.current);
    const values = Object.entries(momentsIn(form.current!));
    const texts = values.filter(([name]) => personal.includes(name)) as [string, string][];
    if (texts.some(([name, text]) => text !== (sought[name] ?? ''))) seek(path, Object.fromEntries(texts));
    const kept = values.map(([name, value]) => [name, personal.includes(name) ? null : value] as const);
    const next = addressWith(path, query, Object.fromEntries(kept));
    if (next !== url) route(next, true);
  };
  const hear = ({ target }: Event) => {
    clearTimeout(typing.current);
    if (target instanceof HTMLInputElement && isText(target)) typing.current = setTimeout(apply, typingMs);
    else apply();
  };
  return (
    <search>
      <form
        ref={form}
        class="inline"
        onInput={hear}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
          moveBy(1);
        }}
      >
        {children}
        {/* Without a button, Enter would only submit a form of one field. */}
        <button type="submit" class="unseen" tabIndex={-1}>
          Go to the list
        </button>
      </form>
    </search>
  );
}

const isText = ({ type }: HTMLInputElement) => type !== 'checkbox' && type !== 'radio';

/** Dates and times as moments. */
function momentsIn(form: HTMLFormElement): Record<string, string | null> {
  const values: Record<string, string | null> = valuesOf(form);
  for (const { name, type, value } of fieldsOf(form))
    if (type === 'datetime-local') values[name] = momentOfInput(value);
  return values;
}

/** Shows what the list is filtered by, but for the field that is being typed in. */
function fill(form: HTMLFormElement, given: Readonly<Record<string, string>>): void {
  for (const field of fieldsOf(form)) {
    const value = given[field.name] ?? '';
    if (field === document.activeElement) continue;
    if (field instanceof HTMLSelectElement) {
      const at = [...field.options].findIndex((option) => option.value === value);
      field.selectedIndex = Math.max(at, 0);
    } else if (field instanceof HTMLInputElement && !isText(field)) field.checked = value === 'true';
    else field.value = field.type === 'datetime-local' ? localInputOf(value) : value;
  }
}
