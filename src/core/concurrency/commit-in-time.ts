import { Failure } from '../failure.ts';

const commitMs = 15_000;

const notEverywhere =
  'The change is stored, but a database server that must confirm it doesn’t respond, so it isn’t in force everywhere yet. ' +
  'Repeat the request: it is in force once this succeeds.';

/**
 * Runs a transaction that calls `committing` before its commit. A commit waits for the servers that must confirm it, without limit: after
 * `timeoutMs` the caller is refused, and the commit continues.
 */
export function commitInTime<Result>(
  transaction: (committing: () => void) => Promise<Result>,
  timeoutMs = commitMs,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let timer: NodeJS.Timeout | undefined;
  const late = () => reject(new Failure('database_unavailable', { detail: notEverywhere }));
  transaction(() => {
    timer = setTimeout(late, timeoutMs);
  })
    .then(resolve, reject)
    .finally(() => clearTimeout(timer));
  return promise;
}
