import { signal } from '@preact/signals';

export interface Note {
  id: number;
  text: string;
  undo?: () => unknown;
}

export const notes = signal<readonly Note[]>([]);
let latest = 0;

/** Long enough to read and to press Undo. Milliseconds. */
const shownFor = 8000;

/** Says something in the corner of the page. With `undo`, it has a button that takes the act back. */
export function notify(text: string, { undo }: { undo?: () => unknown } = {}): void {
  const id = ++latest;
  notes.value = [...notes.value, { id, text, undo }];
  setTimeout(() => dismiss(id), shownFor);
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id);
}
