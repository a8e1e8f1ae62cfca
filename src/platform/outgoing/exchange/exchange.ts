import type { Dispatcher } from 'undici';
import { systemTiming } from '../timing.ts';
import { type Deadline, openDeadline } from './deadline.ts';
import { type Overflow, readBody } from './read-body.ts';

export type Headers = Readonly<Record<string, string>>;

interface ExchangeRequest {
  url: URL;
  method?: string;
  headers: Headers;
  body?: string | null;
  signal?: AbortSignal;
  /** From the call to the last byte of the body. */
  timeoutMs: number;
  /** From the first byte of the request to the end of the response headers. Capped by `timeoutMs`. */
  headersMs: number;
  /** Bytes after decompression. */
  bodyBytesMax: number;
  overflow?: Overflow;
  /** Decides from the status and headers whether to read the body. */
  wantsBody?: (status: number, headers: Headers) => boolean;
}

export type ExchangeFailure =
  | 'timeout'
  | 'network'
  | 'too_large'
  | 'undecodable'
  | 'aborted'
  | 'address_refused';

export type Exchanged =
  | { ok: true; status: number; headers: Headers; body: Buffer; ms: number }
  | {
      ok: false;
      failure: ExchangeFailure;
      /** True once any part of the request was written: the other side may have acted on it. */
      sent: boolean;
      status: number | null;
      /** The error's code, for logs. Never content of the page. */
      code: string;
      ms: number;
    };

/** Sends one request and reads its response. No retries, no redirects. Never throws. */
export async function exchange(dispatcher: Dispatcher, ask: ExchangeRequest): Promise<Exchanged> {
  const startMs = performance.now();
  const deadline = openDeadline(systemTiming, ask.timeoutMs, ask.signal);
  const progress: Progress = { sent: false, status: null };

  try {
    const result = await sendAndRead(dispatcher, ask, deadline, progress);
    return { ...result, ms: performance.now() - startMs };
  } catch (error) {
    const code = codeOf(error);
    const given = deadline.signal.aborted ? 'aborted' : (failureByCode[code] ?? 'network');
    const failure = deadline.expired ? 'timeout' : given;
    return { ok: false, failure, ...progress, code, ms: performance.now() - startMs };
  } finally {
    deadline.cancel();
  }
}

interface Progress {
  sent: boolean;
  status: number | null;
}

type Unmeasured<Outcome> = Outcome extends unknown ? Omit<Outcome, 'ms'> : never;

async function sendAndRead(
  dispatcher: Dispatcher,
  ask: ExchangeRequest,
  deadline: Deadline,
  progress: Progress,
): Promise<Unmeasured<Exchanged>> {
  const endMs = performance.now() + ask.timeoutMs;
  const leftMs = () => endMs - performance.now();
  const started = () => {
    progress.sent = true;
    deadline.reset(Math.min(ask.headersMs, leftMs()));
  };
  const answer = await withStartHook(dispatcher, started).request(requestOf(ask, deadline.signal));
  deadline.reset(leftMs());
  const headers = flat(answer.headers);
  const status = answer.statusCode;
  progress.status = status;

  if (ask.wantsBody && !ask.wantsBody(status, headers)) {
    answer.body.on('error', () => {}).destroy();
    return { ok: true, status, headers, body: Buffer.alloc(0) };
  }
  // These have no body, whatever the header says (RFC 9110 §15.3.5, §15.4.5).
  const coding = status === 204 || status === 304 ? '' : (headers['content-encoding'] ?? '');
  const read = await readBody(answer.body, coding, ask.bodyBytesMax, ask.overflow);
  if (!read.ok) return { ok: false, failure: read.failure, ...progress, code: read.failure };
  return { ok: true, status, headers, body: read.body };
}

const requestOf = (ask: ExchangeRequest, signal: AbortSignal): Dispatcher.RequestOptions => ({
  origin: ask.url.origin,
  path: ask.url.pathname + ask.url.search,
  method: ask.method ?? 'GET',
  headers: ask.headers,
  body: ask.body ?? null,
  // The library's timers are only accurate to half a second. Our deadline is exact.
  headersTimeout: 0,
  bodyTimeout: 0,
  signal,
});

const failureByCode: Record<string, ExchangeFailure> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  HPE_HEADER_OVERFLOW: 'too_large',
  address_refused: 'address_refused',
};

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'unknown');
}

/** The same dispatcher, with a callback just before a request's first byte is sent. */
const withStartHook = (dispatcher: Dispatcher, onStart: () => void): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const watched: Dispatcher.DispatchHandler = {
      onRequestStart(controller, context) {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
      onResponseStart: (...event) => handler.onResponseStart?.(...event),
      onResponseData: (...event) => handler.onResponseData?.(...event),
      onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
      onResponseError: (...event) => handler.onResponseError?.(...event),
    };
    return dispatch(options, watched);
  });

const flat = (headers: Record<string, string | string[] | undefined>): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
