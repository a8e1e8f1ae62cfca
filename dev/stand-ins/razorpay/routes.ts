import type { Call as ServerCall } from '../server.ts';
import { type Books, type Entity, notesOf } from './books.ts';
import { cancelSubscription, pauseSubscription, resumeSubscription } from './cancelling.ts';
import { changeCustomer, makeCustomer } from './customers.ts';
import { makeRefund } from './refunding.ts';
import { badInput, noSuchUrl, unknownId } from './refusal.ts';
import { makeOrder, makePlan, makeSubscription } from './selling.ts';

export type Call = ServerCall & { body: Record<string, unknown> };

type Route = (books: Books, call: Call, id: string) => unknown;

/** Paths of Razorpay for orders, payments, refunds, plans, subscriptions, invoices, disputes and customers. `:id` is one segment. */
const routes: Readonly<Record<string, Route>> = {
  'POST /v1/orders': (books, { body }) => makeOrder(books, body),
  'GET /v1/orders': (books, { query }) => page(books.orders, query, ['receipt']),
  'GET /v1/orders/:id': (books, _, id) => known(books.orders, id),
  'PATCH /v1/orders/:id': (books, { body }, id) => changeNotes(books.orders, id, body),
  'GET /v1/orders/:id/payments': (books, { query }, id) => {
    known(books.orders, id);
    return page(books.payments, query, [], ({ order_id }) => order_id === id);
  },
  'POST /v1/plans': (books, { body }) => makePlan(books, body),
  'GET /v1/plans': (books, { query }) => page(books.plans, query, []),
  'GET /v1/plans/:id': (books, _, id) => known(books.plans, id),
  'POST /v1/subscriptions': (books, { body }) => makeSubscription(books, body),
  'GET /v1/subscriptions': (books, { query }) => page(books.subscriptions, query, ['plan_id']),
  'GET /v1/subscriptions/:id': (books, _, id) => known(books.subscriptions, id),
  'POST /v1/subscriptions/:id/cancel': (books, { body }, id) =>
    cancelSubscription(books, id, isYes(body.cancel_at_cycle_end)),
  'POST /v1/subscriptions/:id/pause': (books, _, id) => pauseSubscription(books, id),
  'POST /v1/subscriptions/:id/resume': (books, _, id) => resumeSubscription(books, id),
  'GET /v1/invoices': (books, { query }) => page(books.invoices, query, ['subscription_id']),
  'GET /v1/invoices/:id': (books, _, id) => known(books.invoices, id),
  'GET /v1/payments': (books, { query }) => page(books.payments, query, []),
  'GET /v1/payments/:id': (books, _, id) => known(books.payments, id),
  'PATCH /v1/payments/:id': (books, { body }, id) => changeNotes(books.payments, id, body),
  'GET /v1/payments/:id/refunds': (books, { query }, id) =>
    page(books.refunds, query, [], ({ payment_id }) => payment_id === id),
  'POST /v1/payments/:id/refund': (books, { body, headers }, id) =>
    makeRefund(books, { payment: id, body, key: headers['x-refund-idempotency'] as string | undefined }),
  'GET /v1/refunds': (books, { query }) => page(books.refunds, query, []),
  'GET /v1/refunds/:id': (books, _, id) => known(books.refunds, id),
  'PATCH /v1/refunds/:id': (books, { body }, id) => changeNotes(books.refunds, id, body),
  'GET /v1/disputes': (books, { query }) => page(books.disputes, query, []),
  'GET /v1/disputes/:id': (books, _, id) => known(books.disputes, id),
  'POST /v1/customers': (books, { body }) => makeCustomer(books, body),
  'GET /v1/customers': (books, { query }) => page(books.customers, query, []),
  'GET /v1/customers/:id': (books, _, id) => known(books.customers, id),
  'PUT /v1/customers/:id': (books, { body }, id) => changeCustomer(books, id, body),
};

/** The answer's body. Throws a `Refusal`. */
export function answerOf(books: Books, call: Call): unknown {
  const [, , collection = '', id = '', action] = call.path.split('/');
  const form = ['', 'v1', collection, ...(id ? [':id'] : []), ...(action ? [action] : [])].join('/');
  const route = routes[`${call.method} ${form}`];
  if (!route) throw noSuchUrl();
  return route(books, call, id);
}

/** Form posts and the official SDK send 1 for true. */
const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** The only member of an order, a payment or a refund that can change. */
function changeNotes(entities: Map<string, Entity>, id: string, { notes, ...others }: Call['body']): Entity {
  const entity = known(entities, id);
  const [other] = Object.keys(others);
  if (other !== undefined) throw badInput(`${other} is/are not required and should not be sent`, other);
  return Object.assign(entity, { notes: notesOf(notes) });
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
  const to = Number(query.get('to') ?? Number.POSITIVE_INFINITY);
  const matches = [...entities.values()]
    .reverse()
    .filter(belongs)
    .filter((entity) => Number(entity.created_at) >= from && Number(entity.created_at) <= to)
    .filter((entity) => filters.every((name) => [null, entity[name]].includes(query.get(name))));
  const count = Math.min(Number(query.get('count') ?? 10), 100);
  const skip = Number(query.get('skip') ?? 0);
  const items = matches.slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}
