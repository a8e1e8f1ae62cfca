import { createRequire } from 'node:module';

/** Synchronous loading, so that a library's weight is paid by its first use and not by the start of the service. */
export const load = createRequire(import.meta.url);

/** Makes the value on the first call and keeps it. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
