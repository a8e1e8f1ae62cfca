const withoutText = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'color', 'range'];

/** Whether keys are text there, or choose an option. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}

/** Puts the cursor into the search of the list on the page. False if it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(input[type="search"], .search textarea)',
  );
  field?.focus();
  field?.select();
  return field !== null;
}

/** Moves the focus to another row of the lists on the page, from the row of the view that was left. False if there is none. */
export function moveBy(step: 1 | -1, left = ''): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>('main tbody tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button, summary') ?? [],
  );
  const row = document.activeElement?.closest('tr');
  const now = stops.findIndex((stop) => row?.contains(stop));
  const start =
    now >= 0
      ? now + step
      : Math.max(
          stops.findIndex((stop) => leadsTo(stop, left)),
          0,
        );
  const next = stops[Math.min(Math.max(start, 0), stops.length - 1)];
  next?.focus();
  next?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

const leadsTo = (stop: HTMLElement, left: string) =>
  stop instanceof HTMLAnchorElement && (left === stop.pathname || left.startsWith(`${stop.pathname}/`));
