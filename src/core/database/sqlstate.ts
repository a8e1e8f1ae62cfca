/** The PostgreSQL error codes that we handle (PostgreSQL documentation, appendix A). */
export const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  diskFull: '53100',
  uniqueViolation: '23505',
  featureNotSupported: '0A000',
} as const;

/** The SQLSTATE of an error, or undefined if it has none. */
export const sqlStateOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const repeatable = new Set<unknown>([sqlState.deadlockDetected, sqlState.serializationFailure]);

/** Whether the same transaction may succeed if it runs again. */
export const isRepeatable = (error: unknown): boolean => repeatable.has(sqlStateOf(error));

const busy = new Set<unknown>([...repeatable, sqlState.lockNotAvailable, sqlState.queryCanceled]);

/** Whether the statement failed because the database is too busy. */
export const isBusy = (error: unknown): boolean => busy.has(sqlStateOf(error));
