/** Bounds of a rate that an operator sets, in requests admitted in a 60-second window. */
export const rateLimitBounds = { min: 1, max: 1_000_000 } as const;

/** Of the dashboard's own identifiers. */
export const accountIdLengthMax = 200;

/** What an account_id must be to make an account; blanks alone would name one that nobody can tell from none. */
export const accountIdBounds = { minLength: 1, maxLength: accountIdLengthMax, pattern: '\\S' } as const;
