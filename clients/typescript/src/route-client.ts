import type { Answer, Answered, Request, Route } from './answer.ts';
import { files, repeatable, repeatableBySecret } from './api.generated.ts';
import type { FileContent } from './file-content.ts';
import { afterPage, type Item, type Listing, rowsOf } from './lists.ts';
import { queryText } from './query-text.ts';
import { randomKey } from './random-key.ts';
import { type Message, type Sending, send } from './send.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Chosen by the client unless you give one. Give your own where a repeat may come from another process. */
  idempotencyKey?: string | undefined;
  /** The same for `Idempotency-Secret`, at least 22 characters, hard to guess. Only for calls without a credential, such as a visitor's checkout. */
  idempotencySecret?: string | undefined;
  /** Milliseconds for one attempt, in place of the client's. */
  timeout?: number | undefined;
}

export interface ClientOptions extends Partial<Pick<Sending, 'fetch' | 'maxRetries' | 'timeout'>> {
  /** Where the service runs, such as `https://contacts.example.com`. */
  baseUrl: string;
  /** An API key, or an access token of the browser extension. */
  key?: string | undefined;
  /** Sent with every request, such as a secret of your own server's. Never give a secret to a browser. */
  headers?: Record<string, string> | undefined;
}

/** The arguments after a route. The request is optional if none of its parts is required. */
export type Arguments<R extends Route, Options = CallOptions> =
  Record<string, never> extends Request<R>
    ? [request?: Request<R>, options?: Options]
    : [request: Request<R>, options?: Options];

/** Calls any operation by its route. Repeats after network errors, 429, 502, 503 and 504, and never does anything twice. */
export class RouteClient {
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
    if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl))
      throw new TypeError(`baseUrl is '${baseUrl}'. It must be like https://contacts.example.com`);
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#headers = { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers };
    this.#sending = { fetch: fetch.bind(globalThis), maxRetries, timeout };
  }

  /** The answer of one call. An answer that isn't JSON, such as a CSV or a PDF, is the `Response`, to be streamed. */
  async call<R extends Route>(route: R, ...[request, options]: Arguments<R>): Promise<Answer<R>> {
    return (await this.#answered(route, request, options)).answer;
  }

  /** The same with the response, for its status and headers. */
  callWithResponse<R extends Route>(
    route: R,
    ...[request, options]: Arguments<R>
  ): Promise<Answered<Answer<R>>> {
    return this.#answered(route, request, options);
  }

  /** Every item of a list, page by page. Stop with `break` whenever you like. */
  async *items<R extends Listing>(
    route: R,
    ...[request, options]: Arguments<R>
  ): AsyncGenerator<Item<R>, void> {
    for await (const page of this.#pages(route, request, options)) yield* rowsOf(page as object) as Item<R>[];
  }

  /** The pages of a list, as the service answers them. */
  pages<R extends Listing>(route: R, ...[request, options]: Arguments<R>): AsyncGenerator<Answer<R>, void> {
    return this.#pages(route, request, options);
  }

  async *#pages<R extends Listing>(
    route: R,
    request: Parts = {},
    options?: CallOptions,
  ): AsyncGenerator<Answer<R>, void> {
    for (let next: object | null = {}; next; ) {
      const query = { ...request.query, ...next };
      const { answer } = await this.#answered(route, { ...request, query }, options);
      yield answer;
      next = afterPage(answer);
    }
  }

  async #answered<R extends Route>(
    route: R,
    request: Parts = {},
    options: CallOptions = {},
  ): Promise<Answered<Answer<R>>> {
    // How long a file takes depends on its size.
    const timeout = options.timeout ?? (request.file ? Number.POSITIVE_INFINITY : this.#sending.timeout);
    const sending = { ...this.#sending, timeout, signal: options.signal };
    return (await send(this.#messageOf(route, request, options), sending)) as Answered<Answer<R>>;
  }

  #messageOf(route: Route, request: Parts, { idempotencyKey, idempotencySecret }: CallOptions): Message {
    const [method, path] = addressOf(route, request.path);
    const headers: Record<string, string> = { accept: 'application/json', ...this.#headers };
    if (repeatable.has(route)) headers['idempotency-key'] = idempotencyKey ?? randomKey();
    if (repeatableBySecret.has(route)) headers['idempotency-secret'] = idempotencySecret ?? randomKey();
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.file) headers['content-type'] = request.file.type;

    const content = request.body === undefined ? request.file?.content : JSON.stringify(request.body);
    const isStream = content instanceof ReadableStream;
    return {
      url: `${this.#baseUrl}${path}${queryText(request.query)}`,
      init: { method, headers, body: content, ...(isStream ? { duplex: 'half' } : {}) } as RequestInit,
      isRepeatable: method === 'GET' || repeatable.has(route),
      isStream,
      wantsFile: files.has(route),
    };
  }
}

/** The method and the path of a route. Programs without types learn here what is wrong. */
function addressOf(route: string, given: Parts['path']): [method: string, path: string] {
  const [method, template] = route.split(' ');
  if (!method || !template?.startsWith('/'))
    throw new TypeError(`The route is '${route}'. It must be like 'POST /api/v1/find'.`);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given?.[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${route} needs path: { ${name} }.`);
    // It would lead to the address above.
    if (value === '.' || value === '..')
      throw new TypeError(`${route} can't have path: { ${name}: '${value}' }.`);
    return encodeURIComponent(String(value));
  });
  return [method, path];
}

interface Parts {
  path?: Record<string, unknown>;
  query?: object;
  body?: unknown;
  file?: { type: string; content: FileContent };
}
