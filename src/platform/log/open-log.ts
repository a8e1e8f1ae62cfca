import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFields } from '#core/tracing/trace.ts';
import { withoutKeysAndEmails } from '#values/redaction.ts';

const secretMembers = [
  'authorization',
  'key',
  'password',
  'secret',
  'token',
  'x-admin-secret',
  'x-internal-secret',
];

/**
 * The process's log: JSON lines on standard output, readable lines on a terminal. Secrets are redacted by member name, keys
 * and email addresses wherever they appear. Errors keep only message and stack, never the row that PostgreSQL quotes in
 * `detail`.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      mixin: () => traceFields(),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretMembers.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        censor: '[redacted]',
      },
      serializers: { error: errorWords, err: errorWords },
      hooks: {
        streamWrite: withoutKeysAndEmails,
      },
      ...(destination || !process.stdout.isTTY
        ? {}
        : {
            transport: {
              target: 'pino-pretty',
              options: { translateTime: 'SYS:HH:MM:ss', singleLine: true },
            },
          }),
    },
    ...(destination ? [destination] : []),
  );
}

function errorWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(cause === undefined ? {} : { cause: errorWords(cause) }),
  };
}
