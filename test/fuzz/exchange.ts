import { Pool } from 'undici';
import type { WireRequest } from './draft.ts';

/** Milliseconds after which an answer is taken for a hang. */
export const hangMs = 60_000;

export interface WireAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Exchange extends AsyncDisposable {
  send(request: WireRequest): Promise<WireAnswer>;
}

/** Sends requests over a few connections that stay open. */
export function openExchange(url: string, connections: number): Exchange {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: hangMs, bodyTimeout: hangMs });
  return {
    async send({ method, target, headers, body }) {
      const response = await pool.request({
        method: method as 'GET',
        path: target,
        headers,
        body,
        // A body may stand where the method has none.
        idempotent: false,
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: joined(response.headers), body: text };
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
