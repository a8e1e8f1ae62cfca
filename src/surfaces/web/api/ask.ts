import { Failure } from '#core/failure.ts';
import { noAnswer, type Upstream } from './upstream.ts';

export interface Question {
  path: string;
  body: object;
  headers: Readonly<Record<string, string>>;
}

export type Reply<Answer> = { ok: true; answer: Answer } | { ok: false; code: string };

/** For the whole answer, and the wait for a connection. */
const timeoutMs = 10_000;
/** The API refuses us, not the person, or refuses nothing in particular. */
const outages = new Set(['overloaded', 'database_unavailable', 'rate_limited']);

/** Asks the API on the server's own account. A refusal comes back as its code; an API that can't answer is a failure. */
export async function ask<Answer>(
  upstream: Upstream,
  { path, body, headers }: Question,
): Promise<Reply<Answer>> {
  const { status, body: answered } = await upstream.send({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await answered.json().catch((cause: unknown) => {
    throw noAnswer(cause);
  });
  if (typeof answer !== 'object' || answer === null) throw noAnswer(new Error(`${path} answered no object`));
  if (status === 200) return { ok: true, answer: answer as Answer };
  const { code = '' } = answer as { code?: string };
  if (outages.has(code)) throw new Failure(code);
  // Faults come without a code.
  if (status === 422) return { ok: false, code: code || 'unusable_identity' };
  if (status === 401 || status >= 500 || code === '') {
    throw new Failure('api_unavailable', { cause: new Error(`${path} answered ${status} ${code}`) });
  }
  return { ok: false, code };
}
