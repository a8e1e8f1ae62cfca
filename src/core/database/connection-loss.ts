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
