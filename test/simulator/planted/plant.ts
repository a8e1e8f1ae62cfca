import type { Bug } from './bugs.ts';

/** The text with the bug. Throws unless the text has exactly one place for it. */
export function plant({ name, file, from, to }: Bug, right: string): string {
  const parts = right.split(from);
  if (parts.length !== 2) throw new Error(`"${name}" has ${parts.length - 1} places in ${file}`);
  return parts.join(to);
}
