import { ValidationError } from '#client';

/** Throws when a field has a value that needs no request to be refused: sentences by the names of the fields. */
export function refuseFields(faults: Readonly<Record<string, string | false | undefined>>): void {
  const given = Object.entries(faults).filter((fault): fault is [string, string] => Boolean(fault[1]));
  if (given.length === 0) return;
  throw new ValidationError(
    given.map(([name, msg]) => ({ loc: ['body', name], msg, type: 'value_error' })),
    null,
  );
}
