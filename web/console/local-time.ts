/** A moment as a field of the type `datetime-local` holds it, in the reader's zone. '' stays ''. */
export function localOf(at: string): string {
  if (at === '') return '';
  const moment = new Date(at);
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The moment that such a field means. */
export const instantOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());
