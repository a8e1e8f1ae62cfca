import type { IncomingHttpHeaders } from 'node:http';
import type { Books, Entity } from './books.ts';
import { cancelSubscription } from './cancelling.ts';
import { makeRefund } from './refunding.ts';
import { noSuchUrl, unknownId } from './refusal.ts';
import { makeOrder, makePlan, makeSubscription } from './selling.ts';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

type Route = (books: Books, call: Call, id: string) => unknown;

/** Razorpay's paths, as far as we call them. `:id` is one segment. */
const routes: Readonly<Record<string, Route>> = {
  'POST /v1/orders': (books, { body }) => makeOrder(books, body),
  'GET /v1/orders': (books, { query }) => page(books.orders, query, ['receipt']),
  'GET /v1/orders/:id': (books, _, id) => known(books.orders, id),
  'GET /v1/orders/:id/payments': (books, { query }, id) => {
    known(books.orders, id);
    return page(books.payments, query, [], ({ order_id }) => order_id === id);
  },
  'POST /v1/plans': (books, { body }) => makePlan(books, body),
  'GET /v1/plans': (books, { query }) => page(books.plans, query, []),
  'POST /v1/subscriptions': (books, { body }) => makeSubscription(books, body),
  'GET /v1/subscriptions': (books, { query }) => page(books.subscriptions, query, ['plan_id']),
  'GET /v1/subscriptions/:id': (books, _, id) => known(books.subscriptions, id),
  'POST /v1/subscriptions/:id/cancel': (books, { body }, id) =>
    cancelSubscription(books, id, body.cancel_at_cycle_end === true),
  'GET /v1/invoices': (books, { query }) => page(books.invoices, query, ['subscription_id']),
  'GET /v1/payments/:id': (books, _, id) => known(books.payments, id),
  'GET /v1/payments/:id/refunds': (books, { query }, id) =>
    page(books.refunds, query, [], ({ payment_id }) => payment_id === id),
  'POST /v1/payments/:id/refund': (books, { body, headers }, id) =>
    makeRefund(books, { payment: id, body, key: headers['x-refund-idempotency'] as string | undefined }),
  'GET /v1/disputes': (books, { query }) => page(books.disputes, query, []),
};

/** The answer's body. Throws a `Refusal`. */
export function answerOf(books: Books, call: Call): unknown {
  const [, , collection = '', id = '', action] = call.path.split('/');
  const form = ['', 'v1', collection, ...(id ? [':id'] : []), ...(action ? [action] : [])].join('/');
  const route = routes[`${call.method} ${form}`];
  if (!route) throw noSuchUrl();
  return route(books, call, id);
}

function known(entities: Map<string, Entity>, id: string): Entity {
  const entity = entities.get(id);
  if (!entity) throw unknownId();
  return entity;
}

/** Newest first, ten at a time unless `count` says more, a hundred at most. */
function page(
  entities: Map<string, Entity>,
  query: URLSearchParams,
  filters: readonly string[],
  belongs: (entity: Entity) => boolean = () => true,
) {
  const from = Number(query.get('from') ?? 0);
  const matches = [...entities.values()]
    .reverse()
    .filter(belongs)
    .filter((entity) => Number(entity.created_at) >= from)
    .filter((entity) => filters.every((name) => [null, entity[name]].includes(query.get(name))));
  const count = Math.min(Number(query.get('count') ?? 10), 100);
  const skip = Number(query.get('skip') ?? 0);
  const items = matches.slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}
