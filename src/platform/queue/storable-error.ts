import { inspect } from 'node:util';

/** The words of whatever was thrown. PostgreSQL stores neither NUL nor half of a surrogate pair, and JSON no circle. */
export function storableError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) {
    return new Error(storable(typeof thrown === 'string' ? thrown : inspect(thrown)));
  }
  const error = new Error(storable(thrown.message));
  error.name = storable(thrown.name);
  error.stack = storable(thrown.stack ?? '');
  return error;
}

const storable = (text: unknown) => String(text).replaceAll('\0', '\uFFFD').toWellFormed();
