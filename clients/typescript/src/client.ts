import { type Operations, repeatable } from './api.generated.ts';
import type { FileContent } from './file-content.ts';
import { type Message, type Sending, send } from './send.ts';

export type Route = keyof Operations;
export type Answer<R extends Route> = Operations[R]['answer'];

/** What a route takes: `path`, `query`, `body` or `file`. */
export type Request<R extends Route> = Omit<Operations[R], 'answer'>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Chosen by the client unless you give one. Give your own where a repeat may come from another process. */
  idempotencyKey?: string;
}

export interface ClientOptions extends Partial<Pick<Sending, 'fetch' | 'maxRetries' | 'timeout'>> {
  /** Where the service runs, such as `https://contacts.example.com`. */
  baseUrl: string;
  /** An API key, or an access token of the browser extension. */
  key?: string;
  /** Sent with every request, such as a secret of your own server's. Never give a secret to a browser. */
  headers?: Record<string, string>;
}

type Arguments<R extends Route> =
  Record<string, never> extends Request<R>
    ? [request?: Request<R>, options?: CallOptions]
    : [request: Request<R>, options?: CallOptions];

/** Calls any operation by its route. Repeats after network errors, 429 and 503, and never does anything twice. */
export class Client {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #sending: Sending;

  constructor({
    baseUrl,
    key,
    headers,
    fetch = globalThis.fetch,
    maxRetries = 2,
    timeout = 30_000,
  }: ClientOptions) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#headers = { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers };
    this.#sending = { fetch: fetch.bind(globalThis), maxRetries, timeout };
  }

  /** The answer of one call. An answer that isn't JSON, such as a CSV or a PDF, is the `Response`, to be streamed. */
  async call<R extends Route>(route: R, ...[request, options = {}]: Arguments<R>): Promise<Answer<R>> {
    const message = this.#messageOf(route, request ?? {}, options);
    const response = await send(message, { ...this.#sending, signal: options.signal });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return (isJson ? await response.json() : response) as Answer<R>;
  }

  /** Every item of a list, page by page. Stop with `break` whenever you like. */
  async *items<R extends Listing>(
    route: R,
    ...[request, options]: Arguments<R>
  ): AsyncGenerator<Item<R>, void> {
    let cursor: string | null | undefined;
    do {
      const query = { ...(request as { query?: object } | undefined)?.query, ...(cursor ? { cursor } : {}) };
      const page = (await this.call(
        route,
        ...([{ ...request, query }, options] as unknown as Arguments<R>),
      )) as Page;
      yield* page.items as Item<R>[];
      cursor = page.next_cursor;
    } while (cursor);
  }

  #messageOf(route: Route, request: Parts, { idempotencyKey }: CallOptions): Message {
    const [method, template] = route.split(' ') as [string, string];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(request.path?.[name])),
    );
    const headers: Record<string, string> = { accept: 'application/json', ...this.#headers };
    if (repeatable.has(route)) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.file) headers['content-type'] = request.file.type;

    const content = request.body === undefined ? request.file?.content : JSON.stringify(request.body);
    const isStream = content instanceof ReadableStream;
    return {
      url: `${this.#baseUrl}${path}${queryText(request.query)}`,
      init: { method, headers, body: content, ...(isStream ? { duplex: 'half' } : {}) } as RequestInit,
      repeatable: !isStream && (method === 'GET' || repeatable.has(route)),
    };
  }
}

interface Parts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: { type: string; content: FileContent };
}

interface Page {
  items: unknown[];
  next_cursor?: string | null;
}

/** Routes whose answer is a list with a cursor. */
export type Listing = {
  [R in Route]: Answer<R> extends { items: unknown[]; next_cursor: string | null } ? R : never;
}[Route];
export type Item<R extends Listing> = Answer<R> extends { items: (infer I)[] } ? I : never;

function queryText(query: Record<string, unknown> = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
