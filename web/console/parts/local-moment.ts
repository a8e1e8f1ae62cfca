/** A moment as a field of the type `datetime-local` has it, in the reader's zone. */
export function localOf(at: string | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What such a field holds, as a moment. Null when it is empty. */
export const momentOf = (local: string): string | null =>
  local === '' ? null : new Date(local).toISOString();
