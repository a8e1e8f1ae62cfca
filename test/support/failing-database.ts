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

/**
 * Runs `work` while the first statement of this name takes effect and its answer is lost, as when the server dies right after
 * the commit.
 */
export async function whileAnswerIsLost<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  type Answered = (error: Error | null, result?: unknown) => void;
  const { prototype } = pg.Client as unknown as { prototype: { query: (...parts: unknown[]) => unknown } };
  const { query } = prototype;
  let isLost = false;
  prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    const answered = parts.at(-1) as Answered;
    if (isLost || (parts[0] as { name?: string }).name !== name) return query.apply(this, parts);
    isLost = true;
    const lost = Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' });
    return query.call(this, ...parts.slice(0, -1), (error: Error | null) => answered(error ?? lost));
  };
  try {
    const result = await work();
    if (!isLost) throw new Error(`no statement is named ${name}`);
    return result;
  } finally {
    prototype.query = query;
  }
}
