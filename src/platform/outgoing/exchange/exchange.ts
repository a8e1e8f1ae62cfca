import type { Dispatcher } from 'undici';
import { systemTiming } from '../timing.ts';
import { type Deadline, openDeadline } from './deadline.ts';
import { type Overflow, readBody } from './read-body.ts';

export type Headers = Readonly<Record<string, string>>;

interface ExchangeAsk {
  url: URL;
  method?: string;
  headers: Headers;
  body?: string | null;
  signal?: AbortSignal;
  /** From the call to the last byte of the body. */
  timeoutMs: number;
  /** From the request's first byte to the end of the answer's headers; never beyond `timeoutMs`. */
  headersMs: number;
  /** Bytes after decompression. */
  bodyBytesMax: number;
  overflow?: Overflow;
  /** Looks at status and headers first; a body that isn't wanted is not read. */
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
      /** True as soon as the request began to be written: the other side may have acted on it. */
      sent: boolean;
      status: number | null;
      /** The error's code, for logs; never a value from the page. */
      code: string;
      ms: number;
    };

/** One request and its answer, once, without following anything. Never throws. */
export async function exchange(dispatcher: Dispatcher, ask: ExchangeAsk): Promise<Exchanged> {
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
  ask: ExchangeAsk,
  deadline: Deadline,
  progress: Progress,
): Promise<Unmeasured<Exchanged>> {
  const endMs = performance.now() + ask.timeoutMs;
  const leftMs = () => endMs - performance.now();
  const started = () => {
    progress.sent = true;
    deadline.reset(Math.min(ask.headersMs, leftMs()));
  };
  const answer = await noticing(dispatcher, started).request(requestOf(ask, deadline.signal));
  deadline.reset(leftMs());
  const headers = flat(answer.headers);
  const status = answer.statusCode;
  progress.status = status;

  if (ask.wantsBody && !ask.wantsBody(status, headers)) {
    answer.body.on('error', () => {}).destroy();
    return { ok: true, status, headers, body: Buffer.alloc(0) };
  }
  // These have no body, whatever coding they name (RFC 9110 §15.3.5, §15.4.5).
  const coding = status === 204 || status === 304 ? '' : (headers['content-encoding'] ?? '');
  const read = await readBody(answer.body, coding, ask.bodyBytesMax, ask.overflow);
  if (!read.ok) return { ok: false, failure: read.failure, ...progress, code: read.failure };
  return { ok: true, status, headers, body: read.body };
}

const requestOf = (ask: ExchangeAsk, signal: AbortSignal): Dispatcher.RequestOptions => ({
  origin: ask.url.origin,
  path: ask.url.pathname + ask.url.search,
  method: ask.method ?? 'GET',
  headers: ask.headers,
  body: ask.body ?? null,
  // The library's own timers are half a second coarse; the deadline's are not.
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

/** The same dispatcher, telling when the first byte of a request is about to leave. */
const noticing = (dispatcher: Dispatcher, onStart: () => void): Dispatcher =>
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
