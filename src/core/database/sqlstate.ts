/** The PostgreSQL error codes that we handle (PostgreSQL documentation, appendix A). */
export const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  diskFull: '53100',
  uniqueViolation: '23505',
  featureNotSupported: '0A000',
  readOnlyTransaction: '25006',
} as const;

/** The SQLSTATE of an error, or undefined if it has none. */
export const sqlStateOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const repeatable = new Set<unknown>([sqlState.deadlockDetected, sqlState.serializationFailure]);

/** Whether the same transaction may succeed if it runs again. */
export const isRepeatable = (error: unknown): boolean => repeatable.has(sqlStateOf(error));

const busy = new Set<unknown>([...repeatable, sqlState.lockNotAvailable, sqlState.queryCanceled]);

/** Whether the statement failed because the database is too busy. */
export const isBusy = (error: unknown): boolean => busy.has(sqlStateOf(error));

const socketCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** SQLSTATE classes: connection exception, operator intervention (shutdown, crash), insufficient resources. */
const lostStates = /^(08|57P|53)/;
/** Invalid authorization, an unknown database, a server that takes no writes (a standby, or locked by its operator), missing rights. */
const refusedStates = /^(28|3D|25006|42501)/;
const driverWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
/** The driver's own, without a code: no password is given, or the server knows another one. */
const loginWords = /SASL|client password must be a string/;

/** Whether the database connection was lost or refused. If lost, the statement may or may not have taken effect. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (socketCodes.test(code) || lostStates.test(code))) return true;
  return (typeof message === 'string' && driverWords.test(message)) || isDatabaseRefusal(error);
}

/** Whether the database refuses this process: waiting doesn't fix it, and connections that are open still work. */
export function isDatabaseRefusal(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && refusedStates.test(code)) ||
    (typeof message === 'string' && loginWords.test(message))
  );
}
