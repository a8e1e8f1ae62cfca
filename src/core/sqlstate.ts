/** What PostgreSQL calls the errors that are answered here (its documentation, appendix A). */
export const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const;

/** The SQLSTATE of what a statement threw; undefined for anything else that carries no code. */
export const sqlStateOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const repeatable = new Set<unknown>([sqlState.deadlockDetected, sqlState.serializationFailure]);

/** Whether the same transaction may succeed when it is run again. */
export const isRepeatable = (error: unknown): boolean => repeatable.has(sqlStateOf(error));

const busy = new Set<unknown>([...repeatable, sqlState.lockNotAvailable, sqlState.queryCanceled]);

/** Whether the database is too busy for what was asked. */
export const isBusy = (error: unknown): boolean => busy.has(sqlStateOf(error));
