import type { Dispatcher } from 'undici';
import { traceHeaders } from '#core/tracing/trace.ts';
import { type Deadline, openDeadline } from '../exchange/deadline.ts';
import { exchange, type Headers } from '../exchange/exchange.ts';
import type { Lane } from '../exchange/lane.ts';
import { acceptEncoding } from '../exchange/read-body.ts';
import type { Timing } from '../timing.ts';
import { answerOf, healthOf, isFailure, type VendorFailure, type VendorResult } from './vendor-answer.ts';
import type { Latency, VendorBreaker, VendorPause } from './vendor-health.ts';

export interface VendorRequest {
  /** Default: GET. */
  method?: string;
  /** Starts with `/`. Encode untrusted parts with `encodeURIComponent`. */
  path: string;
  query?: VendorQuery;
  /** Headers for this call, for example `if-none-match`. They override the vendor's own. */
  headers?: Headers;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** The call is free and has no side effects. Only such GETs are retried, once. Never set it for a paid call. */
  idempotent?: boolean;
}

/** One vendor, with its breaker, pause and queue. */
export interface Vendor {
  base: URL;
  headers: Headers;
  timeoutMs: number;
  spacingMs: number;
  dispatcher: Dispatcher;
  timing: Timing;
  userAgent: string;
  lane: Lane;
  pause: VendorPause;
  breaker: VendorBreaker;
  latency: Latency;
}

const bodyBytesMax = 1024 * 1024;
const redirectsMax = 2;

/** One call: waits for a turn, retries at most once, follows redirects within the vendor's origin. Never throws. */
export async function callVendor(vendor: Vendor, ask: VendorRequest): Promise<VendorResult> {
  const url = vendorUrl(vendor.base, ask.path, ask.query);
  if (!url) return { failure: 'malformed', sent: false, code: 'path', ms: 0 };

  const deadline = openDeadline(vendor.timing, vendor.timeoutMs, ask.signal);
  const attemptAt = (place: URL) => attempt(vendor, place, ask, deadline);
  try {
    const first = await attemptAt(url);
    const isFree = ask.idempotent === true && (ask.method ?? 'GET') === 'GET';
    if (!isFree) return first;

    const result = isWorthRepeating(first) ? betterOf(first, await attemptAt(url)) : first;
    return await followWithin(url, result, attemptAt);
  } finally {
    deadline.cancel();
  }
}

async function attempt(
  vendor: Vendor,
  url: URL,
  ask: VendorRequest,
  deadline: Deadline,
): Promise<VendorResult> {
  const shut = blockedBy(vendor);
  if (shut) return shut;
  const leave = await vendor.lane.enter(vendor.spacingMs, deadline.signal);
  if (!leave) return { failure: deadline.expired ? 'timeout' : 'aborted', sent: false, ms: 0 };

  try {
    const health = (result: VendorResult) => healthOf(result, vendor.timeoutMs);
    const run = () => vendor.breaker.run(() => send(vendor, url, ask, deadline), health);
    return blockedBy(vendor) ?? (await run()) ?? failing(vendor);
  } finally {
    leave();
  }
}

async function send(vendor: Vendor, url: URL, ask: VendorRequest, deadline: Deadline): Promise<VendorResult> {
  const answer = await exchange(vendor.dispatcher, {
    url,
    method: ask.method ?? 'GET',
    headers: headersOf(vendor, ask),
    body: bodyOf(ask),
    signal: deadline.signal,
    timeoutMs: vendor.timeoutMs,
    headersMs: vendor.timeoutMs,
    bodyBytesMax,
  });
  const result = answerOf(answer);
  if (isFailure(result)) {
    return result.failure === 'aborted' && deadline.expired ? { ...result, failure: 'timeout' } : result;
  }

  vendor.latency.add(result.ms);
  const retryAt = vendor.pause.note(result.status, result.headers, result.text);
  return retryAt ? { ...result, retryAt } : result;
}

function headersOf({ userAgent, headers }: Vendor, ask: VendorRequest): Headers {
  const isJson = ask.body !== undefined && typeof ask.body !== 'string';
  const sets: Headers[] = [
    { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': acceptEncoding },
    isJson ? { 'content-type': 'application/json' } : {},
    headers,
    traceHeaders(),
    ask.headers ?? {},
  ];
  return Object.fromEntries(sets.flatMap(Object.entries).map(([name, value]) => [name.toLowerCase(), value]));
}

function bodyOf({ body }: VendorRequest): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The failure to return without calling, while the vendor is failing or paused; else null. */
function blockedBy(vendor: Vendor): VendorFailure | null {
  const retryAt = vendor.pause.until;
  if (retryAt) return { failure: 'breaker_open', because: 'paused', retryAt, sent: false, ms: 0 };
  return vendor.breaker.state === 'open' ? failing(vendor) : null;
}

const failing = ({ breaker, timing }: Vendor): VendorFailure => ({
  failure: 'breaker_open',
  because: 'failing',
  retryAt: breaker.openUntil ?? timing.now(),
  sent: false,
  ms: 0,
});

/** A failed connection or a server error. Not a slow response, which leaves no time for a retry. */
function isWorthRepeating(result: VendorResult): boolean {
  if (!isFailure(result)) return result.status >= 500;
  return !result.sent && (result.failure === 'network' || result.code === 'UND_ERR_CONNECT_TIMEOUT');
}

/** If the breaker or a pause stopped the retry, the first result is the better one. */
const betterOf = (first: VendorResult, second: VendorResult): VendorResult =>
  isFailure(second) && second.failure === 'breaker_open' ? first : second;

/** Follows redirects within the vendor's origin, such as GitHub's for renamed accounts. Returns any other as it is. */
async function followWithin(
  from: URL,
  result: VendorResult,
  attemptAt: (url: URL) => Promise<VendorResult>,
): Promise<VendorResult> {
  let last = result;
  for (let hops = 0, at = from; hops < redirectsMax; hops += 1) {
    if (isFailure(last) || ![301, 302, 307, 308].includes(last.status) || !last.headers.location) break;
    const next = URL.parse(last.headers.location, at);
    if (next?.origin !== from.origin) break;
    at = next;
    last = await attemptAt(next);
  }
  return last;
}

type VendorQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * The URL of a call below a vendor's base URL. Null if the path would leave it, for example with `..`: user input must never
 * choose the endpoint.
 */
function vendorUrl(base: URL, path: string, query: VendorQuery = {}): URL | null {
  const root = base.pathname.replace(/\/$/, '');
  if (!path.startsWith('/') || /[?#\\]/.test(path)) return null;

  const url = new URL(base);
  url.pathname = root + path;
  if (url.pathname !== root + path) return null;

  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each));
  }
  return url;
}
