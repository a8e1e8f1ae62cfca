import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderFact } from '../port.ts';
import { readDelivery } from './read-delivery.ts';

const now = () => new Date('2026-06-01T00:00:00Z');
const at = new Date('2026-05-01T00:00:00Z');
const seconds = at.getTime() / 1000;

const payment = {
  id: 'pay_1',
  entity: 'payment',
  amount: 10_000,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_1',
  invoice_id: null,
  method: 'upi',
  captured: true,
  email: null,
  vpa: null,
  fee: null,
  tax: null,
  notes: [],
  error_description: null,
};
const subscription = {
  id: 'sub_1',
  status: 'active',
  current_start: seconds,
  current_end: seconds + 2_678_400,
  notes: { purchase: 'pur_1' },
};
const refund = { id: 'rfnd_1', amount: 5000, currency: 'INR', payment_id: 'pay_1', status: 'processed' };
const dispute = { id: 'disp_1', payment_id: 'pay_1', amount: 10_000, currency: 'INR', status: 'open' };

const read = (event: string, entities: Record<string, unknown>, more: object = {}): ProviderFact[] => {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
  const contains = Object.keys(entities);
  return readDelivery({ entity: 'event', event, contains, payload, created_at: seconds, ...more }, now);
};
const paid = {
  id: 'pay_1',
  status: 'captured',
  amountPaise: 10_000,
  currency: 'INR',
  order: 'order_1',
  invoice: null,
  method: 'upi',
  failure: null,
};
const subscribed = {
  id: 'sub_1',
  status: 'active',
  purchase: 'pur_1',
  periodStart: at,
  periodEnd: new Date((seconds + 2_678_400) * 1000),
};

for (const event of ['payment.captured', 'order.paid']) {
  test(`${event} is a payment, with the order that it pays`, () => {
    assert.deepEqual(read(event, { payment, order: { id: 'order_1' } }), [
      { kind: 'payment', payment: paid, at },
    ]);
  });
}

for (const event of ['payment.captured', 'order.paid', 'invoice.paid']) {
  test(`${event} of a subscription names its invoice, so that it grants nothing`, () => {
    const [fact] = read(event, { payment: { ...payment, invoice_id: 'inv_1' } });
    assert.ok(fact?.kind === 'payment');
    assert.equal(fact.payment.invoice, 'inv_1');
  });
}

test('an authorised and a failed payment are payments; a failed one says why', () => {
  const statusOf = (event: string, more: object) => {
    const [fact] = read(event, { payment: { ...payment, ...more } });
    assert.ok(fact?.kind === 'payment');
    return [fact.payment.status, fact.payment.failure];
  };
  assert.deepEqual(statusOf('payment.authorized', { status: 'authorized' }), ['authorized', null]);
  const failed = { status: 'failed', captured: true, error_description: 'No money.' };
  assert.deepEqual(statusOf('payment.failed', failed), ['failed', 'No money.']);
  assert.deepEqual(statusOf('payment.failed', { ...failed, error_description: '' }), ['failed', null]);
});

test('subscription.charged is a charge: the payment together with the period that it pays for', () => {
  const charged = { ...payment, captured: '1', invoice_id: 'inv_1' };
  assert.deepEqual(read('subscription.charged', { subscription, payment: charged }), [
    { kind: 'charge', payment: { ...paid, invoice: 'inv_1' }, subscription: subscribed, at },
  ]);
});

const states = ['authenticated', 'active', 'pending', 'halted', 'paused', 'cancelled', 'completed'];
for (const status of states) {
  test(`a subscription that is ${status} is a state and no charge, even with a payment beside it`, () => {
    const event = `subscription.${status === 'active' ? 'activated' : status}`;
    const facts = read(event, { subscription: { ...subscription, status }, payment });
    assert.deepEqual(facts, [{ kind: 'subscription', subscription: { ...subscribed, status }, at }]);
  });
}

test('a subscription with empty notes, which are a list, and without a period has neither', () => {
  const bare = { ...subscription, notes: [], current_start: null, current_end: null };
  const [fact] = read('subscription.authenticated', { subscription: bare });
  assert.ok(fact?.kind === 'subscription');
  assert.deepEqual(
    [fact.subscription.purchase, fact.subscription.periodStart, fact.subscription.periodEnd],
    [null, null, null],
  );
});

for (const event of ['refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed']) {
  test(`${event} is a refund with its amount, which may be a part`, () => {
    const status = event === 'refund.failed' ? 'failed' : 'processed';
    const facts = read(event, { refund: { ...refund, status }, payment });
    const expected = { id: 'rfnd_1', payment: 'pay_1', amountPaise: 5000, status, key: null };
    assert.deepEqual(facts, [{ kind: 'refund', refund: expected, at }]);
  });
}

test('a refund that we asked for has our key', () => {
  const [fact] = read('refund.processed', { refund: { ...refund, notes: { key: 'rfr_1' } }, payment });
  assert.ok(fact?.kind === 'refund');
  assert.equal(fact.refund.key, 'rfr_1');
});

const disputes: [event: string, told: string, status: string][] = [
  ['created', 'open', 'open'],
  ['under_review', 'under_review', 'open'],
  ['action_required', 'open', 'open'],
  ['won', 'won', 'won'],
  ['lost', 'lost', 'lost'],
  ['closed', 'closed', 'closed'],
];
for (const [event, told, status] of disputes) {
  test(`payment.dispute.${event} is a dispute that is ${status}`, () => {
    const facts = read(`payment.dispute.${event}`, { payment, dispute: { ...dispute, status: told } });
    const expected = { id: 'disp_1', payment: 'pay_1', amountPaise: 10_000, status };
    assert.deepEqual(facts, [{ kind: 'dispute', dispute: expected, at }]);
  });
}

test('a time that stands inside the payload is found, and without any it is now', () => {
  const inside = readDelivery(
    {
      event: 'subscription.activated',
      contains: ['subscription'],
      payload: { subscription: { entity: subscription }, payment: { entity: payment }, created_at: seconds },
    },
    now,
  );
  assert.deepEqual(inside, [{ kind: 'subscription', subscription: subscribed, at }]);
  assert.deepEqual(read('payment.captured', { payment }, { created_at: null })[0]?.at, now());
});

test('`contains` may be wrong: what is there counts', () => {
  const facts = read('subscription.charged', { subscription, payment }, { contains: ['subscription'] });
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    ['charge'],
  );
});

const silent: [what: string, event: string, entities: Record<string, unknown>][] = [
  ['an event of a payment link', 'payment_link.paid', { payment, order: { id: '1' } }],
  ['an event that does not exist yet', 'payment.teleported', { payment }],
  ['a dispute event that does not exist yet', 'payment.dispute.teleported', { payment, dispute }],
  ['an event without its entity', 'payment.captured', {}],
  ['a payment without an amount', 'payment.captured', { payment: { ...payment, amount: null } }],
  ['a payment with half a paisa', 'payment.captured', { payment: { ...payment, amount: 0.5 } }],
  ['a payment without a currency', 'payment.captured', { payment: { ...payment, currency: null } }],
  ['a payment in an unknown status', 'payment.captured', { payment: { ...payment, status: 'teleported' } }],
  ['a subscription without an id', 'subscription.charged', { subscription: { status: 'active' }, payment }],
  ['a refund without a payment', 'refund.processed', { refund: { ...refund, payment_id: null } }],
];
for (const [what, event, entities] of silent) {
  test(`${what} says nothing`, () => assert.deepEqual(read(event, entities), []));
}

test('whatever else a signed body holds says nothing and breaks nothing', () => {
  for (const payload of [
    null,
    [],
    'text',
    7,
    {},
    { event: ['payment.captured'] },
    { event: 'payment.captured' },
  ]) {
    assert.deepEqual(readDelivery(payload, now), []);
  }
  assert.deepEqual(readDelivery({ event: 'payment.captured', payload: { payment: 'text' } }, now), []);
});
