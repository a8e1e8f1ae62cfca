/** What PostgreSQL calls the errors that are answered here (its documentation, appendix A). */
export const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const;

/** The SQLSTATE of what a statement threw; undefined for anything else that carries no code. */
export const sqlStateOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
