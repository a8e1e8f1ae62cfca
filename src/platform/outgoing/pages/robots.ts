import type { Dispatcher } from 'undici';
import { dayMs, minuteMs } from '#core/clock.ts';
import { unlessAborted } from '../exchange/deadline.ts';
import { exchange } from '../exchange/exchange.ts';
import { acceptEncoding } from '../exchange/read-body.ts';
import { ExpiringMap } from '../expiring-map.ts';
import type { Timing } from '../timing.ts';
import { judgeUrl } from './judge-url.ts';
import type { FetchLimits } from './page.ts';
import type { PerHost } from './per-host.ts';
import { type RobotsRules, readRobots } from './robots-rules.ts';

type RobotsVerdict =
  | { verdict: 'allowed'; crawlDelayMs: number }
  | { verdict: 'disallowed' | 'unreachable' | 'address_refused' | 'aborted' };

export interface Robots {
  /** Whether a page may be fetched. Reads the origin's robots.txt if it isn't cached. Never throws. */
  ask(url: URL, signal: AbortSignal): Promise<RobotsVerdict>;
}

interface RobotsOptions {
  dispatcher: Dispatcher;
  perHost: PerHost;
  timing: Timing;
  limits: FetchLimits;
  allowedOrigins: readonly string[];
  /** The product token that robots.txt files can name. */
  product: string;
  userAgent: string;
}

/** RFC 9309 §2.5 requires reading at least this much, and §2.3.1.2 following five redirects. */
const fileBytesMax = 500 * 1024;
const redirectsMax = 5;
/** RFC 9309 §2.4: cache for at most a day. An unreachable file is retried sooner. */
const knownMs = dayMs;
const unreachableMs = 10 * minuteMs;
/** Limit on all cached rules, in characters. The parsed form takes about ten times as much memory. */
const rulesLengthMax = 4 * 1024 * 1024;

type Answer = RobotsRules | 'unreachable' | 'address_refused';
const everything: RobotsRules = { allows: () => true, crawlDelayMs: 0, length: 0 };

/** Caches robots.txt by origin: http and https, apex and www are separate. */
export function openRobots(options: RobotsOptions): Robots {
  const { timing, product } = options;
  const weigh = (answer: Answer) => 500 + (typeof answer === 'string' ? 0 : answer.length);
  const known = new ExpiringMap<Answer>(timing, rulesLengthMax, weigh);
  const underway = new Map<string, Promise<Answer>>();

  /** Concurrent callers share one request. It continues even if the first caller gives up. */
  function fetchOnce(origin: string): Promise<Answer> {
    const running = underway.get(origin) ?? fetchAndKeep(origin).finally(() => underway.delete(origin));
    underway.set(origin, running);
    return running;
  }

  async function fetchAndKeep(origin: string): Promise<Answer> {
    const answer = await readFile(options, origin, product);
    known.set(origin, answer, typeof answer === 'string' ? unreachableMs : knownMs);
    return answer;
  }

  return {
    async ask(url, signal) {
      if (signal.aborted) return { verdict: 'aborted' };
      const answer = known.get(url.origin) ?? (await unlessAborted(fetchOnce(url.origin), signal));
      if (answer === null) return { verdict: 'aborted' };
      if (typeof answer === 'string') return { verdict: answer };
      return answer.allows(url)
        ? { verdict: 'allowed', crawlDelayMs: answer.crawlDelayMs }
        : { verdict: 'disallowed' };
    },
  };
}

/** RFC 9309 §2.3: if found, its rules apply; a 4xx allows everything; a 5xx or no response allows nothing. */
async function readFile(options: RobotsOptions, origin: string, product: string): Promise<Answer> {
  const robotsUrl = new URL('/robots.txt', origin);

  for (let url = robotsUrl, redirects = 0; ; redirects += 1) {
    const answer = await requestFile(options, url);
    if (!answer?.ok) return answer?.failure === 'address_refused' ? 'address_refused' : 'unreachable';

    const { status, headers, body } = answer;
    if (status >= 200 && status < 300) return readRobots(robotsUrl, body.toString('utf8'), product);
    // RFC 9309 treats 429 like any 4xx, but "slow down" is not consent.
    if (status === 429 || status >= 500) return 'unreachable';
    if (status >= 400 || !headers.location || redirects === redirectsMax) return everything;

    const next = judgeRedirect(headers.location, url, options.allowedOrigins);
    if (!next) return 'unreachable';
    url = next;
  }
}

async function requestFile({ dispatcher, perHost, limits, userAgent }: RobotsOptions, url: URL) {
  const turn = await perHost.enter(url.hostname);
  if (!turn.ok) return null;

  try {
    return await exchange(dispatcher, {
      url,
      headers: { 'user-agent': userAgent, accept: 'text/plain', 'accept-encoding': acceptEncoding },
      timeoutMs: limits.totalMs,
      headersMs: limits.headersMs,
      bodyBytesMax: fileBytesMax,
      overflow: 'cut',
      wantsBody: (status) => status >= 200 && status < 300,
    });
  } finally {
    turn.leave();
  }
}

function judgeRedirect(location: string, from: URL, allowedOrigins: readonly string[]): URL | null {
  const target = URL.parse(location, from);
  const judged = target && judgeUrl(target, { allowedOrigins });
  if (!judged?.ok) return null;
  return from.protocol === 'https:' && judged.url.protocol === 'http:' ? null : judged.url;
}
