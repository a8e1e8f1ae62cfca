import { createRequire } from 'node:module';

/** Loads a module synchronously, so that a large library costs its first use and not every start. */
export const load = createRequire(import.meta.url);

/** Creates the value on the first call and reuses it. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
