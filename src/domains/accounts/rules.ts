/** Bounds of a rate that an operator sets, in requests admitted in a 60-second window. */
export const rateLimitBounds = { min: 1, max: 1_000_000 } as const;

/** Of the dashboard's own identifiers. */
export const accountIdLengthMax = 200;
