import { ConnectionError, ContactryError, type Fault, ValidationError } from '#client';

export interface Explanation {
  text: string;
  requestId: string | null;
}

/** Describes an error in a sentence for people. */
export function explainError(error: unknown): Explanation {
  if (error instanceof ValidationError)
    return { text: error.faults.map(faultInWords).join('\n'), requestId: error.requestId };
  if (error instanceof ContactryError) return { text: error.message, requestId: error.requestId };
  if (error instanceof ConnectionError) {
    const text = 'Contactry can’t be reached. Check your connection and try again.';
    return { text, requestId: null };
  }
  console.error(error);
  return { text: 'Something went wrong on this page. Reload it and try again.', requestId: null };
}

/** A fault of a member that the page shows no field for. */
export const faultInWords = ({ loc, msg }: Fault): string =>
  [loc.slice(1).join('.'), plainly(msg)].filter(Boolean).join(': ');

const invisible = 'Use one line of text without invisible characters.';

/** The API’s words for programs, as a person says them. */
export const plainly = (msg: string): string =>
  msg
    .replace(/^String should have (at \w+ \d+ character).*/, 'Use $1s.')
    .replace(/^String should not contain NUL.*|^Value should be one line of text.*/, invisible)
    .replace(/^Input should be '.*/, 'Choose one of the values that are offered.')
    .replace(/^String should match.*/, 'This doesn’t have the right form.')
    .replace(/^Input should be greater than or equal to (\S+)/, 'Use at least $1.')
    .replace(/^Input should be less than or equal to (\S+)/, 'Use at most $1.');

/** The request itself was refused: the same one again is refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ContactryError && [400, 403, 404, 409, 422].includes(error.status);
