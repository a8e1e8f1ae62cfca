import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { programSecret } from '../../support/program.ts';
import type { Service, Stage } from '../stage/open-stage.ts';

export interface Request {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Sends a customer's key. Without one, the secrets of operators and dashboards. */
  key?: string;
  idempotencyKey?: string;
  /** JSON, or a text as it is. */
  body?: object | string;
  /** Default: a little longer than most answers take. */
  timeoutMs?: number;
}

export interface Answer {
  status: number;
  text: string;
  /** How often it was sent. */
  tries: number;
}

/** Callers of both API processes. A quarter of the calls take a way that can be cut. */
export interface Callers extends AsyncDisposable {
  /** Null without an answer. Also how many calls had none. */
  once(request: Request, at: number): Promise<Answer | null>;
  /** Sends it to one process and the other in turn until one gives an answer that counts. */
  insist(request: Request, at: number): Promise<Answer>;
  counts: { unanswered: number; unavailable: number };
  /** Answers that no caller should get, by what they say. */
  strange: Map<string, number>;
}

/** A frozen process answers later than this. */
const timeoutMsDefault = 5_000;
const connections = 256;
const restMs = { first: 50, max: 1_000 };

export function openCallers({ api }: Stage): Callers {
  const pools = api.map((service) => openPools(service));
  const counts = { unanswered: 0, unavailable: 0 };
  const strange = new Map<string, number>();

  async function once(request: Request, at: number): Promise<Answer | null> {
    const { direct, cuttable } = pools[at % pools.length]!;
    const pool = at % 8 < 2 ? cuttable : direct;
    const { method = 'POST', path, body, timeoutMs = timeoutMsDefault } = request;
    try {
      const { statusCode, body: answer } = await pool.request({
        ...{ method, path, headers: headersOf(request), headersTimeout: timeoutMs },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: statusCode, text: await answer.text(), tries: 1 };
    } catch {
      counts.unanswered += 1;
      return null;
    }
  }
  return {
    once,
    counts,
    strange,
    async insist(request, at) {
      for (let tries = 1; ; tries += 1) {
        const answer = await once(request, at + tries - 1);
        if (answer && !asksForRepeat(answer)) {
          if (answer.status < 500) return { ...answer, tries };
          const what = `${answer.status} at ${request.path.split('?')[0]}: ${answer.text.slice(0, 300)}`;
          strange.set(what, (strange.get(what) ?? 0) + 1);
        }
        if (answer) counts.unavailable += 1;
        await sleep(Math.min(restMs.first * 2 ** tries, restMs.max));
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.flatMap(({ direct, cuttable }) => [direct.destroy(), cuttable.destroy()]));
    },
  };
}

function openPools({ program, callers }: Service) {
  const options = { connections, bodyTimeout: timeoutMsDefault, connectTimeout: 2_000 };
  return { direct: new Pool(program.url(), options), cuttable: new Pool(callers!.url, options) };
}

const headersOf = ({ key, idempotencyKey, body }: Request): Record<string, string> => ({
  ...(body === undefined
    ? {}
    : { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
  ...(key ? { authorization: `Bearer ${key}` } : { 'x-admin-secret': programSecret }),
  ...(key ? {} : { 'x-internal-secret': programSecret }),
  ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
});

const repeatable = ['idempotency_key_in_use', 'import_running'];

/** In a moment it may be answered. */
const asksForRepeat = ({ status, text }: Answer): boolean =>
  status === 503 ||
  status === 202 ||
  (status === 409 && repeatable.some((code) => text.includes(`"${code}"`)));
