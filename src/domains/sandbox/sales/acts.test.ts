import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderFact } from '#platform/payments/port.ts';
import { fc } from '#test/support/properties.ts';
import {
  type ActName,
  act,
  actNames,
  actsOnPayment,
  actsOnSale,
  cancel,
  monthAfter,
  refundOnce,
  type SandboxEvent,
} from './acts.ts';
import { factsOfSale } from './facts.ts';
import type { Sale } from './sale.ts';

const startedAt = new Date('2026-01-31T10:00:00Z');
let made = 0;
const moment = (now = startedAt) => ({ now, newId: (prefix: string) => `${prefix}_${++made}` });
const sale = (subscription: Sale['subscription'] = null): Sale => ({
  id: subscription ? 'sub_1' : 'order_1',
  purchase: 'pur_1',
  title: 'Growth',
  amountPaise: 39_900,
  changedAt: startedAt.toISOString(),
  subscription,
  payments: [],
});
const order = () => sale();
const subscription = () =>
  sale({ status: 'created', periodStart: null, periodEnd: null, endsWithPeriod: false });

/** Presses one button after the other; acts on payments go to the last payment. */
function press(from: Sale, ...names: ActName[]): { sale: Sale; events: SandboxEvent[] } {
  return names.reduce<{ sale: Sale; events: SandboxEvent[] }>(
    ({ sale: before, events }, name) => {
      const done = act(before, { act: name, payment: before.payments.at(-1)?.id }, moment());
      assert.ok(done, `${name} is possible`);
      return { sale: done.sale, events: [...events, ...done.events] };
    },
    { sale: from, events: [] },
  );
}

const walks: [what: string, from: () => Sale, acts: ActName[], events: string[]][] = [
  ['a payment', order, ['pay'], ['payment.captured', 'order.paid']],
  ['a failed one', order, ['fail'], ['payment.failed']],
  ['a slow one', order, ['delay', 'arrive'], ['payment.authorized', 'payment.captured', 'order.paid']],
  ['one that bounces', order, ['delay', 'bounce'], ['payment.authorized', 'payment.failed']],
  ['a late one', order, ['fail', 'arrive_late'], ['payment.failed', 'payment.captured', 'order.paid']],
  [
    'two payments',
    order,
    ['pay', 'pay_again'],
    ['payment.captured', 'order.paid', 'payment.captured', 'order.paid'],
  ],
  [
    'refunds',
    order,
    ['pay', 'refund_half', 'refund'],
    ['payment.captured', 'order.paid', 'refund.processed', 'refund.processed'],
  ],
  [
    'a lost dispute',
    order,
    ['pay', 'dispute', 'lose_dispute'],
    ['payment.captured', 'order.paid', 'payment.dispute.created', 'payment.dispute.lost'],
  ],
  [
    'a failed renewal',
    subscription,
    ['start', 'fail_renewal', 'halt', 'renew'],
    [
      'subscription.authenticated',
      'payment.captured',
      'invoice.paid',
      'subscription.charged',
      'subscription.activated',
      'payment.failed',
      'subscription.pending',
      'subscription.halted',
      'payment.captured',
      'invoice.paid',
      'subscription.charged',
    ],
  ],
];
for (const [what, from, acts, events] of walks) {
  test(`${what}: ${acts.join(', ')} sends the events of a real provider`, () => {
    const told = press(from(), ...acts).events.map(({ name }) => name);
    assert.deepEqual(told, events);
  });
}

test('a charge, and only a charge, has the period that it pays for; the same rupees beside it name the invoice', () => {
  const { events } = press(subscription(), 'start', 'renew');
  const facts = events.flatMap((event) => event.facts);
  const charges = facts.flatMap((fact) => (fact.kind === 'charge' ? [fact] : []));
  assert.deepEqual(
    charges.map(({ subscription: { periodStart, periodEnd } }) => [periodStart, periodEnd]),
    [
      [startedAt, new Date('2026-02-28T10:00:00Z')],
      [new Date('2026-02-28T10:00:00Z'), new Date('2026-03-28T10:00:00Z')],
    ],
  );
  const beside = facts.flatMap((fact) => (fact.kind === 'payment' ? [fact.payment] : []));
  assert.deepEqual(
    beside.map(({ id, invoice }) => [id, invoice === null]),
    charges.flatMap(({ payment }) => [
      [payment.id, false],
      [payment.id, false],
    ]),
  );
});

test('a cancelled subscription runs until its period ends, once; one that never started ends at once', () => {
  const running = press(subscription(), 'start').sale;
  const ending = cancel(running, 'at_period_end', moment())!.sale;
  assert.deepEqual([ending.subscription!.status, ending.subscription!.endsWithPeriod], ['active', true]);
  assert.equal(cancel(ending, 'at_period_end', moment()), null);
  assert.deepEqual(actsOnSale(ending), ['end_period']);

  const ended = cancel(ending, 'now', moment())!.sale;
  assert.equal(ended.subscription!.status, 'cancelled');
  assert.equal(cancel(ended, 'now', moment()), null);
  assert.equal(cancel(subscription(), 'at_period_end', moment())!.sale.subscription!.status, 'cancelled');
  assert.equal(cancel(order(), 'now', moment()), null);
});

test('what is not possible does nothing', () => {
  assert.equal(act(order(), { act: 'renew' }, moment()), null);
  assert.equal(act(order(), { act: 'refund', payment: 'pay_unknown' }, moment()), null);
  const failed = press(order(), 'fail').sale;
  assert.equal(act(failed, { act: 'refund', payment: failed.payments[0]!.id }, moment()), null);
});

test('refunds never exceed the payment, and one key refunds once', () => {
  const paid = press(order(), 'pay').sale;
  const wanted = { payment: paid.payments[0]!.id, amountPaise: 30_000, key: 'dup-1' };
  const first = refundOnce(paid, wanted, moment());
  const after = first.changed!.sale;
  assert.deepEqual(refundOnce(after, wanted, moment()), { refund: first.refund, changed: null });
  assert.match(refundOnce(after, { ...wanted, amountPaise: 1 }, moment()).refusal!, /different refund/);
  assert.match(refundOnce(after, { ...wanted, key: 'dup-2' }, moment()).refusal!, /more than what is left/);
  const rest = refundOnce(after, { ...wanted, amountPaise: 9900, key: 'dup-2' }, moment()).changed!.sale;
  assert.match(refundOnce(rest, { ...wanted, key: 'dup-3' }, moment()).refusal!, /refunded already/);
  assert.match(
    refundOnce(press(order(), 'fail').sale, { ...wanted, payment: `pay_${made}` }, moment()).refusal!,
    /captured/,
  );
});

/** The last fact about each thing. A charge reports its subscription too. */
const latest = (facts: ProviderFact[]) =>
  Object.fromEntries(
    facts.flatMap(alsoOfSubscription).map((fact) => {
      const of = { ...fact } as unknown as Record<string, { id: string }>;
      const id = fact.kind === 'charge' ? fact.payment.id : of[fact.kind]!.id;
      return [`${fact.kind} ${id}`, fact];
    }),
  );

const alsoOfSubscription = (fact: ProviderFact): ProviderFact[] =>
  fact.kind === 'charge'
    ? [fact, { kind: 'subscription', subscription: fact.subscription, at: fact.at }]
    : [fact];

test('after any buttons, what a read tells is the last that deliveries told', () => {
  const presses = fc.array(fc.record({ act: fc.constantFrom(...actNames), payment: fc.nat(3) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(presses, fc.boolean(), (buttons, isOrder) => {
      let now = isOrder ? order() : subscription();
      const told: ProviderFact[] = [];
      for (const { act: name, payment } of buttons) {
        const done = act(now, { act: name, payment: now.payments[payment]?.id }, moment());
        if (!done) continue;
        now = done.sale;
        told.push(...done.events.flatMap(({ facts }) => facts));
      }
      const heard = latest(told);
      for (const [name, fact] of Object.entries(latest(factsOfSale(now)))) {
        const isUntold = name === 'subscription sub_1' && told.length === 0;
        // A refund has its own event, and none of its payment.
        const isRefunded = 'payment' in fact && fact.payment.status === 'refunded';
        if (!isUntold && !isRefunded && fact.kind !== 'charge') assert.deepEqual(fact, heard[name], name);
      }
      const captured = now.payments.filter(({ status }) => status === 'captured');
      for (const { amountPaise, refunds } of captured) {
        assert.ok(refunds.reduce((sum, refund) => sum + refund.amountPaise, 0) <= amountPaise);
      }
    }),
    { numRuns: 500 },
  );
});

test('every act is possible somewhere, and has a button there', () => {
  const states = [
    order(),
    subscription(),
    ...walks.map(([, from, acts]) => press(from(), ...acts).sale),
    press(order(), 'delay').sale,
    press(order(), 'pay', 'dispute').sale,
    press(subscription(), 'start').sale,
    press(subscription(), 'start', 'fail_renewal').sale,
    press(subscription(), 'start', 'cancel_at_period_end').sale,
  ];
  const possible = states.flatMap((state) => [
    ...actsOnSale(state),
    ...state.payments.flatMap(actsOnPayment),
  ]);
  assert.deepEqual([...new Set(possible)].sort(), [...actNames].sort());
});

test('a month ends on the same day, or on the last one', () => {
  const after = (day: string) =>
    monthAfter(new Date(`${day}T10:00:00Z`))
      .toISOString()
      .slice(0, 10);
  assert.deepEqual(['2026-01-31', '2028-01-31', '2026-12-15', '2026-02-28'].map(after), [
    '2026-02-28',
    '2028-02-29',
    '2027-01-15',
    '2026-03-28',
  ]);
});
