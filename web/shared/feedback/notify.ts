import { signal } from '@preact/signals';

export interface Note {
  id: number;
  text: string;
  undo?: () => unknown;
}

export const notes = signal<readonly Note[]>([]);
let latest = 0;

/** Long enough to read, or to reach Undo. Milliseconds. */
const shownFor = { said: 6000, undoable: 20_000 };

/** Says something in the corner of the page. With `undo`, it has a button that takes the act back. */
export function notify(text: string, { undo }: { undo?: () => unknown } = {}): void {
  const id = ++latest;
  notes.value = [...notes.value, { id, text, undo }];
  setTimeout(() => dismiss(id), undo ? shownFor.undoable : shownFor.said);
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id);
}
