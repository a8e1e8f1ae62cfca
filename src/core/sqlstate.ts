/** SQLSTATE codes that the program acts on (PostgreSQL, appendix A). */
export const sqlstate = {
  deadlock: '40P01',
  serialization: '40001',
  lockTimeout: '55P03',
  statementTimeout: '57014',
} as const;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Whether the same transaction may succeed when it is run again. */
export const isRepeatable = (error: unknown): boolean =>
  codeOf(error) === sqlstate.deadlock || codeOf(error) === sqlstate.serialization;

/** Whether the database is too busy for what was asked. */
export const isBusy = (error: unknown): boolean =>
  isRepeatable(error) ||
  codeOf(error) === sqlstate.lockTimeout ||
  codeOf(error) === sqlstate.statementTimeout;
