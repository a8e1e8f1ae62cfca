import Type, { type Static, type TSchema } from 'typebox';
import { list, readOrNull, some, text } from '#core/vendor-json.ts';
import type { VendorClient } from '#platform/outgoing/index.ts';
import { type Refusal, readAnswer } from '../read-answer.ts';

type Query = Readonly<Record<string, string | number>>;

/** Razorpay's REST API. Every call throws a `ProviderFailure` unless it succeeds with a valid answer. */
export interface RazorpayApi {
  get<Answer extends TSchema>(answer: Answer, path: string, query?: Query): Promise<Static<Answer>>;
  post<Answer extends TSchema>(
    answer: Answer,
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Static<Answer>>;
  /** The valid items of a collection's first page. */
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
  items.flatMap((one) => readOrNull(item, one) ?? []);

/** The most that Razorpay returns at once. */
const pageSize = 100;
const pagesMax = 50;

export function razorpayApi(client: VendorClient): RazorpayApi {
  async function call<Answer extends TSchema>(
    answer: Answer,
    request: Parameters<VendorClient['request']>[0],
    name: string,
  ): Promise<Static<Answer>> {
    return readAnswer(await client.request(request), answer, { provider: 'Razorpay', call: name, refusalOf });
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

const ApiError = some({ error: some({ code: text(), description: text(10_000) }) });

function refusalOf(json: unknown): Refusal {
  const { code = null, description } = readOrNull(ApiError, json)?.error ?? {};
  const words = description?.slice(0, 200) ?? null;
  return { code, words, ...kindOf(code, words ?? '') };
}

const checkKeys = '(Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.)';

function kindOf(code: string | null, words: string): Pick<Refusal, 'kind' | 'hint'> {
  if (/requested URL was not found/i.test(words))
    return { kind: 'misconfigured', hint: '(Is Subscriptions enabled for this mode in the dashboard?)' };
  if (/api key.*(invalid|expired)|authentication failed/i.test(words))
    return { kind: 'misconfigured', hint: checkKeys };
  const isOutage = code === 'SERVER_ERROR' || code === 'GATEWAY_ERROR';
  const isBusy = /another .* operation is in progress|too many requests/i.test(words);
  return { kind: isOutage || isBusy ? 'unreachable' : undefined, hint: checkKeys };
}
