import type { VendorClient } from '#platform/outgoing/index.ts';
import { failureOf } from './failure.ts';
import { memberOf } from './json.ts';

type Query = Readonly<Record<string, string | number>>;

/** Razorpay's REST API. Every call throws a `ProviderFailure` unless it succeeds. */
export interface RazorpayApi {
  get(path: string, query?: Query): Promise<unknown>;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<unknown>;
  /** The items of a collection, newest first. Reads page after page until `wanted` is found, or the end. */
  find(path: string, query: Query, wanted: (item: unknown) => boolean): Promise<unknown>;
  /** All items of a collection, or those before the first that `isPast` says is past the end. */
  list(path: string, query?: Query, isPast?: (item: unknown) => boolean): Promise<unknown[]>;
}

/** The most that Razorpay gives at once. */
const pageSize = 100;
const pagesMax = 50;

export function razorpayApi(client: VendorClient): RazorpayApi {
  const api: RazorpayApi = {
    get: (path, query = {}) => call({ path: `/v1${path}`, query, idempotent: true }, `GET ${path}`),
    post: (path, body, headers = {}) =>
      call({ method: 'POST', path: `/v1${path}`, body, headers }, `POST ${path}`),
    async find(path, query, wanted) {
      for await (const items of pages(path, query)) {
        const found = items.find(wanted);
        if (found !== undefined) return found;
      }
      return null;
    },
    async list(path, query = {}, isPast = () => false) {
      const all: unknown[] = [];
      for await (const items of pages(path, query)) {
        const end = items.findIndex(isPast);
        all.push(...(end < 0 ? items : items.slice(0, end)));
        if (end >= 0) break;
      }
      return all;
    },
  };

  async function call(request: Parameters<VendorClient['request']>[0], name: string): Promise<unknown> {
    const result = await client.request(request);
    const failure = failureOf(result, name);
    if (failure) throw failure;
    return 'failure' in result ? null : result.json;
  }

  async function* pages(path: string, query: Query): AsyncGenerator<unknown[]> {
    for (let page = 0; page < pagesMax; page += 1) {
      const items = itemsOf(await api.get(path, { ...query, count: pageSize, skip: page * pageSize }));
      yield items;
      if (items.length < pageSize) return;
    }
  }

  return api;
}

export function itemsOf(collection: unknown): unknown[] {
  const items = memberOf(collection, 'items');
  return Array.isArray(items) ? items : [];
}
