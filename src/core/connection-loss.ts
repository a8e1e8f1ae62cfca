const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/** SQLSTATE classes: connection exception, operator intervention (shutdown, crash), insufficient resources. */
const sqlStates = /^(08|57P|53)/;
const driverWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** Whether the database connection was lost. If so, the statement may or may not have taken effect. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (socketCodes.has(code) || sqlStates.test(code))) return true;
  return typeof message === 'string' && driverWords.test(message);
}
