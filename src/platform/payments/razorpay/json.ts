/** Readers for Razorpay's JSON. What the documents don't show counts as absent. */

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of the object itself, or of objects inside it. Never an inherited one. */
export function memberOf(value: unknown, ...path: string[]): unknown {
  let reached = value;
  for (const name of path) {
    if (!isObject(reached) || !Object.hasOwn(reached, name)) return undefined;
    reached = reached[name];
  }
  return reached;
}

/** Text that isn't empty, else null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Unix seconds as a date. */
export const dateOf = (value: unknown): Date | null =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1e11
    ? new Date(Number(value) * 1000)
    : null;

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
