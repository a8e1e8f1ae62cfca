import { type Books, type Entity, kept, newEntityId, notesOf } from './books.ts';
import { badInput, unknownId } from './refusal.ts';

type Body = Record<string, unknown>;

/** Orders, plans and subscriptions: what a seller makes. */

export function makeOrder(books: Books, body: Body): Entity {
  const { amount, receipt = null, notes } = body;
  checkMoney(body);
  if (typeof receipt === 'string' && receipt.length > 40) {
    throw badInput('The receipt may not be greater than 40 characters.', 'receipt');
  }
  return kept(books.orders, {
    id: newEntityId('order'),
    entity: 'order',
    amount: Number(amount),
    amount_due: Number(amount),
    amount_paid: 0,
    attempts: 0,
    currency: body.currency,
    receipt,
    offer_id: null,
    status: 'created',
    notes: notesOf(notes),
    created_at: books.seconds(),
  });
}

export function makePlan(books: Books, { period, interval, item, notes }: Body): Entity {
  const { name, amount, currency } = (item ?? {}) as Body;
  checkMoney({ amount, currency });
  if (!['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].includes(String(period)))
    throw badInput('The selected period is invalid.', 'period');
  if (!Number.isInteger(interval)) throw badInput('The interval field is required.', 'interval');
  return kept(books.plans, {
    id: newEntityId('plan'),
    entity: 'plan',
    interval,
    period,
    item: {
      id: newEntityId('item'),
      active: true,
      name,
      amount: Number(amount),
      unit_amount: Number(amount),
      currency,
      type: 'plan',
    },
    notes: notesOf(notes),
    created_at: books.seconds(),
  });
}

export function makeSubscription(books: Books, body: Body): Entity {
  const { plan_id, total_count, quantity = 1, customer_notify = true, notes } = body;
  if (!books.plans.has(String(plan_id))) throw unknownId();
  if (typeof total_count !== 'number') throw badInput('The total count field is required.', 'total_count');
  const id = newEntityId('sub');
  return kept(books.subscriptions, {
    id,
    entity: 'subscription',
    plan_id,
    customer_id: null,
    status: 'created',
    current_start: null,
    current_end: null,
    ended_at: null,
    quantity,
    notes: notesOf(notes),
    charge_at: books.seconds(),
    start_at: null,
    end_at: null,
    auth_attempts: 0,
    total_count,
    paid_count: 0,
    remaining_count: total_count,
    customer_notify,
    created_at: books.seconds(),
    expire_by: null,
    short_url: `https://rzp.io/i/${id.slice(4)}`,
    has_scheduled_changes: false,
    change_scheduled_at: null,
    source: 'api',
  });
}

/** Money is a whole number of paise with its currency. */
function checkMoney({ amount, currency }: Body): void {
  if (amount === undefined) throw badInput('The amount field is required.', 'amount');
  if (!Number.isInteger(Number(amount))) throw badInput('The amount must be an integer.', 'amount');
  if (Number(amount) < 100) throw badInput('The amount must be at least INR 1.00', 'amount');
  if (typeof currency !== 'string' || currency === '')
    throw badInput('The currency field is required.', 'currency');
}
