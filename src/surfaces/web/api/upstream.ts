import type { Readable } from 'node:stream';
import { Agent, errors } from 'undici';
import { Failure } from '#core/failure.ts';

export interface UpstreamRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Readable | Buffer | string | null;
  signal?: AbortSignal;
  /** For the answer to begin. Null: as long as it takes. */
  timeoutMs: number | null;
}

export interface UpstreamAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Readable & { json(): Promise<unknown> };
}

/** The way to the API. */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

const connectMs = 5_000;

export interface UpstreamLimits {
  /** More requests at once wait for each other. The connections of a whole process are limited too. */
  connections: number;
  /** The limit of one answer. -1: none. */
  answerBytesMax?: number;
}

export function openUpstream(
  apiUrl: () => string,
  { connections, answerBytesMax = -1 }: UpstreamLimits,
): Upstream {
  const agent = new Agent({
    connections,
    connect: { timeout: connectMs },
    maxResponseSize: answerBytesMax,
  });
  return {
    async send({ method, path, headers, body = null, signal, timeoutMs }) {
      const { origin, pathname } = new URL(apiUrl());
      const address = pathname.replace(/\/$/, '') + path;
      try {
        const answer = await agent.request({
          origin,
          path: address,
          method,
          headers,
          body,
          signal,
          headersTimeout: timeoutMs ?? 0,
        });
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      } catch (cause) {
        // The browser is gone, so no one gets this.
        if (signal?.aborted && !isLate(cause)) throw new Failure('request_incomplete', { cause });
        throw noAnswer(cause);
      }
    },
    close: () => agent.destroy(),
  };
}

/** An answer that did not come, or that broke off. */
export const noAnswer = (cause: unknown): Failure =>
  new Failure(isLate(cause) ? 'api_timeout' : 'api_unavailable', { cause });

const isLate = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError || (error as Error).name === 'TimeoutError';
