import type { FindAnswer, PriceList } from '#client';
import type { Clock } from '#core/clock.ts';
import { noAnswer, type Upstream } from '../api/upstream.ts';

/** What the website shows of the API: answers that are the same for everyone. */
export interface Published {
  prices(): Promise<PriceList>;
  examples(): Promise<readonly FindAnswer[]>;
  /** The text of `/openapi.json`. */
  description(): Promise<string>;
  /** Where programs reach the API. */
  apiUrl(): Promise<string>;
  /** The API's answer at `/`, with links to the API. */
  greeting(): Promise<object>;
}

const keptMs = 60_000;
const timeoutMs = 5_000;

/** Each is asked for once a minute at most, however many people read the pages. */
export function openPublished(upstream: Upstream, clock: Clock): Published {
  const get = async (path: string): Promise<string> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, body } = await upstream.send({ method: 'GET', path, headers: {}, timeoutMs, signal });
    const text = await body.toArray().then((chunks) => Buffer.concat(chunks).toString());
    if (status !== 200) throw noAnswer(new Error(`${path} answered ${status}`));
    return text;
  };
  const description = keptFor(clock, () => get('/openapi.json'));
  const apiUrl = keptFor(clock, async () => {
    const { servers } = JSON.parse(await description()) as { servers: [{ url: string }] };
    return servers[0].url;
  });
  return {
    prices: keptFor(clock, async () => JSON.parse(await get('/api/pricing')) as PriceList),
    examples: keptFor(
      clock,
      async () => (JSON.parse(await get('/api/v1/examples')) as { items?: FindAnswer[] }).items ?? [],
    ),
    description,
    apiUrl,
    greeting: keptFor(clock, async () => {
      const { links, ...greeting } = JSON.parse(await get('/')) as { links: Record<string, string> };
      const base = await apiUrl();
      const absolute = Object.entries(links).map(([name, path]) => [name, base + path]);
      return { ...greeting, links: Object.fromEntries(absolute) };
    }),
  };
}

/** A failure isn't kept. */
function keptFor<Value>({ now }: Clock, load: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | undefined;
  return () => {
    if (kept && kept.untilMs > now().getTime()) return kept.value;
    const value = load();
    const own = { value, untilMs: now().getTime() + keptMs };
    kept = own;
    value.catch(() => {
      if (kept === own) kept = undefined;
    });
    return value;
  };
}
