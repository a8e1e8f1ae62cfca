import pg from 'pg';

/** Runs `work` while every statement of this process fails with a SQLSTATE, before it reaches the server. */
export async function whileStatementsFail<Result>(
  sqlState: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...parts: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = (...parts: unknown[]) => {
    const failure = Object.assign(new Error('every statement fails'), { code: sqlState });
    const callback = parts.find((part) => typeof part === 'function') as ((error: Error) => void) | undefined;
    if (!callback) return Promise.reject(failure);
    setImmediate(callback, failure);
    return undefined;
  };
  try {
    return await work();
  } finally {
    prototype.query = query;
  }
}
