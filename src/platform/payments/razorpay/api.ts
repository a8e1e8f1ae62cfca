import Type, { type Static, type TSchema } from 'typebox';
import { list, readOrNull, some, text } from '#core/vendor-json.ts';
import type { VendorClient } from '#platform/outgoing/index.ts';
import { type Refusal, readAnswer } from '../read-answer.ts';

type Query = Readonly<Record<string, string | number>>;
type Headers = Readonly<Record<string, string>>;

const Collection = some({ items: list(Type.Unknown(), { most: Number.POSITIVE_INFINITY }) });

const fitting = <Item extends TSchema>(item: Item, items: readonly unknown[] = []): Static<Item>[] =>
  items.flatMap((one) => readOrNull(item, one) ?? []);

/** The most that Razorpay returns at once. */
const pageSize = 100;
const pagesMax = 50;

export type RazorpayApi = ReturnType<typeof razorpayApi>;

/** Razorpay's REST API. Every call throws a `ProviderFailure` unless it succeeds with a valid answer. */
export function razorpayApi(client: VendorClient) {
  async function call<Answer extends TSchema>(
    answer: Answer,
    request: Parameters<VendorClient['request']>[0],
    name: string,
  ): Promise<Static<Answer>> {
    return readAnswer(await client.request(request), answer, { provider: 'Razorpay', call: name, refusalOf });
  }

  const get = <Answer extends TSchema>(answer: Answer, path: string, query: Query = {}) =>
    call(answer, { path: `/v1${path}`, query, idempotent: true }, `GET ${path}`);

  async function* pages(path: string, query: Query): AsyncGenerator<unknown[]> {
    for (let page = 0; page < pagesMax; page += 1) {
      const asked = { ...query, count: pageSize, skip: page * pageSize };
      const { items = [] } = await get(Collection, path, asked);
      yield items;
      if (items.length < pageSize) return;
    }
  }

  return {
    get,
    post: <Answer extends TSchema>(answer: Answer, path: string, body: object, headers: Headers = {}) =>
      call(answer, { method: 'POST', path: `/v1${path}`, body, headers }, `POST ${path}`),
    /** The valid items of a collection's first page. */
    items: async <Item extends TSchema>(item: Item, path: string, query?: Query) =>
      fitting(item, (await get(Collection, path, query)).items),
    /** The first of a collection, newest first, that is wanted, or null. */
    async find<Item extends TSchema>(
      item: Item,
      path: string,
      query: Query,
      wanted: (item: Static<Item>) => boolean,
    ): Promise<Static<Item> | null> {
      for await (const items of pages(path, query)) {
        const found = fitting(item, items).find(wanted);
        if (found !== undefined) return found;
      }
      return null;
    },
    /** All items of a collection, or those before the first that `isPast` says is past the end. */
    async list<Item extends TSchema>(
      item: Item,
      path: string,
      query: Query = {},
      isPast: (item: Static<Item>) => boolean = () => false,
    ): Promise<Static<Item>[]> {
      const all: Static<Item>[] = [];
      for await (const items of pages(path, query)) {
        const fit = fitting(item, items);
        const end = fit.findIndex(isPast);
        all.push(...(end < 0 ? fit : fit.slice(0, end)));
        if (end >= 0) break;
      }
      return all;
    },
  };
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
