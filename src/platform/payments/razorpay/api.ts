import Type, { type Static, type TSchema } from 'typebox';
import { list, Misfit, readJson, some } from '#core/vendor-json.ts';
import type { VendorClient } from '#platform/outgoing/index.ts';
import { ProviderFailure } from '../port.ts';
import { failureOf } from './failure.ts';

type Query = Readonly<Record<string, string | number>>;

/** Razorpay's REST API. Every call throws a `ProviderFailure` unless it succeeds with an answer that fits. */
export interface RazorpayApi {
  get<Answer extends TSchema>(answer: Answer, path: string, query?: Query): Promise<Static<Answer>>;
  post<Answer extends TSchema>(
    answer: Answer,
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Static<Answer>>;
  /** The items of a collection's first page, without those that don't fit. */
  items<Item extends TSchema>(item: Item, path: string, query?: Query): Promise<Static<Item>[]>;
  /** The first of a collection, newest first, that is wanted, or null. */
  find<Item extends TSchema>(
    item: Item,
    path: string,
    query: Query,
    wanted: (item: Static<Item>) => boolean,
  ): Promise<Static<Item> | null>;
  /** All items of a collection, or those before the first that `isPast` says is past the end. */
  list<Item extends TSchema>(
    item: Item,
    path: string,
    query?: Query,
    isPast?: (item: Static<Item>) => boolean,
  ): Promise<Static<Item>[]>;
}

const Collection = some({ items: list(Type.Unknown(), { most: Number.POSITIVE_INFINITY }) });

const fitting = <Item extends TSchema>(item: Item, items: readonly unknown[] = []): Static<Item>[] =>
  items.flatMap((one) => {
    const read = readJson(item, one);
    return read instanceof Misfit ? [] : [read];
  });

/** The most that Razorpay gives at once. */
const pageSize = 100;
const pagesMax = 50;

export function razorpayApi(client: VendorClient): RazorpayApi {
  async function call<Answer extends TSchema>(
    answer: Answer,
    request: Parameters<VendorClient['request']>[0],
    name: string,
  ): Promise<Static<Answer>> {
    const result = await client.request(request);
    const failure = failureOf(result, name);
    if (failure) throw failure;
    const read = readJson(answer, 'failure' in result ? null : result.json);
    if (!(read instanceof Misfit)) return read;
    throw new ProviderFailure('unreachable', `Razorpay's answer to ${name} has no ${read.expected}`);
  }

  const api: RazorpayApi = {
    get: (answer, path, query = {}) =>
      call(answer, { path: `/v1${path}`, query, idempotent: true }, `GET ${path}`),
    post: (answer, path, body, headers = {}) =>
      call(answer, { method: 'POST', path: `/v1${path}`, body, headers }, `POST ${path}`),
    items: async (item, path, query) => fitting(item, (await api.get(Collection, path, query)).items),
    async find(item, path, query, wanted) {
      for await (const items of pages(path, query)) {
        const found = fitting(item, items).find(wanted);
        if (found !== undefined) return found;
      }
      return null;
    },
    async list(item, path, query = {}, isPast = () => false) {
      const all: Static<typeof item>[] = [];
      for await (const items of pages(path, query)) {
        const fit = fitting(item, items);
        const end = fit.findIndex(isPast);
        all.push(...(end < 0 ? fit : fit.slice(0, end)));
        if (end >= 0) break;
      }
      return all;
    },
  };

  async function* pages(path: string, query: Query): AsyncGenerator<unknown[]> {
    for (let page = 0; page < pagesMax; page += 1) {
      const asked = { ...query, count: pageSize, skip: page * pageSize };
      const { items = [] } = await api.get(Collection, path, asked);
      yield items;
      if (items.length < pageSize) return;
    }
  }

  return api;
}
