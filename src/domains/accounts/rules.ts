import { noOuterWhitespace } from '#core/input/text-rules.ts';

/** Bounds of a rate an operator may set, in requests per 60-second window. */
export const rateLimitBounds = { min: 1, max: 1_000_000 } as const;

/** Length of the dashboard's account identifiers. */
export const accountIdLengthMax = 200;

/** An account_id that may be left empty. */
export const accountIdOrEmpty = { maxLength: accountIdLengthMax, pattern: noOuterWhitespace } as const;

/** An account_id that creates an account. */
export const accountIdBounds = { minLength: 1, ...accountIdOrEmpty } as const;
