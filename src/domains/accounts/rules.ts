/** Bounds of a rate an operator may set, in requests per 60-second window. */
export const rateLimitBounds = { min: 1, max: 1_000_000 } as const;

/** Length of the dashboard's account identifiers. */
export const accountIdLengthMax = 200;

/** Required of an account_id that creates an account. A blank one would look the same as none. */
export const accountIdBounds = { minLength: 1, maxLength: accountIdLengthMax, pattern: '\\S' } as const;
