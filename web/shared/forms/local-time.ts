/** The value of an `<input type="datetime-local">` for a moment: the reader's own clock. */
export function localInputOf(at: string | null | undefined): string {
  if (!at) return '';
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that such an input holds, in ISO 8601. Null when it is empty. */
export const momentOfInput = (value: string): string | null => (value ? new Date(value).toISOString() : null);
