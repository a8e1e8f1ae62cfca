import type { ChosenFile } from './use-file-reading.ts';

let waiting: ChosenFile | null = null;

/** Gives a file or pasted links to the view of a new job, which is opened next. */
export function handOver(file: ChosenFile): void {
  waiting = file;
}

/** Returns the handed-over file, once. */
export function takeHandedOver(): ChosenFile | null {
  const file = waiting;
  waiting = null;
  return file;
}
