import type { ChosenFile } from './use-file-reading.ts';

/** As the service allows. */
const bytesMax = 16 * 1024 * 1024;

/** Why a file is refused before it is sent; null if it isn't. */
export const tooLarge = ({ name, size }: File): string | null =>
  size > bytesMax ? `${name} is larger than 16 MiB. Split it into several files.` : null;

let waiting: ChosenFile | null = null;

/** The links that were handed over and aren't a job yet, for a reader who goes back, and forward again. */
export const handedOver: { pasted?: string | undefined } = {};

/** Gives a file or pasted links to the view of a new job, which is opened next. */
export function handOver(file: ChosenFile): void {
  waiting = file;
  handedOver.pasted = file.pasted;
}

/** Returns the handed-over file, once. */
export function takeHandedOver(): ChosenFile | null {
  const file = waiting;
  waiting = null;
  return file;
}
