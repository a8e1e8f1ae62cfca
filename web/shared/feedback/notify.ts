import { signal } from '@preact/signals';

export interface Note {
  id: number;
  text: string;
  undo?: () => unknown;
}

export const notes = signal<readonly Note[]>([]);
let latest = 0;

/** Long enough to read, or to reach Undo. Milliseconds. */
const shownFor = { said: 6000, undoable: 10_000 };

/** Says something in the corner of the page. With `undo`, it has a button that takes the act back. */
export function notify(text: string, { undo }: { undo?: () => unknown } = {}): void {
  const id = ++latest;
  notes.value = [...notes.value, { id, text, undo }];
  setTimeout(() => expire(id), undo ? shownFor.undoable : shownFor.said);
}

let isHeld = false;
const expired = new Set<number>();

const expire = (id: number): unknown => (isHeld ? expired.add(id) : dismiss(id));

/** Nothing goes away under the pointer, or while it has the focus. */
export function hold(isOn: boolean): void {
  isHeld = isOn;
  if (isOn) return;
  const over = [...expired];
  expired.clear();
  for (const id of over) dismiss(id);
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id);
  if (notes.value.length === 0) hold(false);
}
