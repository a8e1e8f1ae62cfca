import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDice } from '../../fuzz/dice.ts';
import { type CreditCall, type CreditOperation, creditsModel } from './credits-model.ts';
import { checkLinearizable } from './linearizable.ts';
import { randomHistory } from './random-history.ts';

const check = (history: readonly CreditCall[]) => checkLinearizable(creditsModel, history);
const isRight = (history: readonly CreditCall[]) => check(history).isLinearizable;
const call = (invoked: number, returned: number, operation: CreditOperation): CreditCall => ({
  operation,
  invoked,
  returned,
});
const grant = (credits: number): CreditOperation => ({ kind: 'grant', credits });
const hit = (remaining: number): CreditOperation => ({ kind: 'find', charged: 1, remaining });
const miss = (remaining: number): CreditOperation => ({ kind: 'find', charged: 0, remaining });
const balance = (credits: number): CreditOperation => ({ kind: 'balance', balance: credits });
const refused: CreditOperation = { kind: 'refused' };
const lost: CreditOperation = { kind: 'lost' };
const never = Number.POSITIVE_INFINITY;

test('an empty history, and one in which nothing was answered, are right', () => {
  assert.ok(isRight([]));
  assert.ok(isRight([call(0, never, lost)]));
});

test('calls that overlap may take effect in either order', () => {
  assert.ok(isRight([call(0, 1, grant(2)), call(2, 9, hit(0)), call(3, 8, hit(1))]));
  assert.ok(isRight([call(0, 5, grant(1)), call(1, 6, balance(0)), call(2, 7, balance(1))]));
  assert.ok(isRight([call(0, 1, grant(1)), call(2, 9, refused), call(3, 8, hit(0)), call(4, 7, miss(1))]));
});

test('a stale balance is refused', () => {
  assert.ok(!isRight([call(0, 1, grant(2)), call(2, 3, hit(1)), call(4, 5, balance(2))]));
  // Two readers that disagree about the order, although one came after the other.
  assert.ok(!isRight([call(0, 9, grant(1)), call(1, 2, balance(1)), call(3, 4, balance(0))]));
});

test('a lost spend and a doubled one are refused', () => {
  assert.ok(!isRight([call(0, 1, grant(2)), call(2, 3, hit(1)), call(4, 5, hit(1))]));
  assert.ok(!isRight([call(0, 1, grant(3)), call(2, 3, hit(1))]));
  assert.ok(!isRight([call(0, 1, grant(3)), call(2, 3, hit(2)), call(4, 5, balance(1))]));
});

test('a refusal with credits, a lookup without one, and a lost grant are refused', () => {
  assert.ok(!isRight([call(0, 1, grant(1)), call(2, 3, refused)]));
  assert.ok(!isRight([call(0, 1, miss(0))]));
  assert.ok(!isRight([call(0, 1, grant(1)), call(2, 3, grant(5)), call(4, 5, balance(5))]));
});

test('a call without an answer may take effect at any time after it was sent, once, or never', () => {
  const sent = [call(0, 1, grant(3)), call(2, never, lost)];
  assert.ok(isRight([...sent, call(3, 4, balance(3)), call(5, 6, balance(2)), call(7, 8, hit(1))]));
  assert.ok(isRight([...sent, call(3, 4, balance(3))]));
  assert.ok(!isRight([...sent, call(5, 6, balance(2)), call(7, 8, balance(1))]));
  assert.ok(!isRight([call(0, 1, grant(3)), call(2, 3, balance(2)), call(4, never, lost)]));
});

test('of several calls without an answer any number may have taken effect, in no order', () => {
  const sent = [call(0, 1, grant(9)), ...[2, 3, 4, 5].map((at) => call(at, never, lost))];
  for (const left of [9, 8, 7, 6, 5]) assert.ok(isRight([...sent, call(6, 7, balance(left))]), `${left}`);
  assert.ok(!isRight([...sent, call(6, 7, balance(4))]));
});

test('what can’t be put in order is named', () => {
  const verdict = check([
    call(0, 1, grant(2)),
    call(2, 3, hit(1)),
    call(4, 5, hit(1)),
    call(6, 7, balance(0)),
  ]);
  assert.ok(!verdict.isLinearizable);
  assert.deepEqual([verdict.ordered, verdict.next], [2, [call(4, 5, hit(1))]]);
});

test('long histories of many callers are right, with lost answers and without', () => {
  for (const [at, lostShare] of [0, 0.02, 0.1].entries()) {
    const history = randomHistory(openDice('right', at), { calls: 3_000, callers: 6, lost: lostShare });
    assert.ok(isRight(history), `${lostShare}`);
  }
});

/** Each changes one answer of a right history, so that no order can explain it. */
const faults: Record<string, (call: CreditCall) => CreditOperation | null> = {
  'a balance from before a long time': ({ operation }) =>
    operation.kind === 'balance' ? balance(operation.balance + 1_000) : null,
  'a lookup that took two credits': ({ operation }) =>
    operation.kind === 'find' && operation.remaining > 0 ? hit(operation.remaining - 1_000) : null,
  'a spend that is gone': ({ operation }) =>
    operation.kind === 'find' && operation.charged === 1 ? miss(operation.remaining + 1) : null,
  'a grant that is gone': ({ operation }) =>
    operation.kind === 'grant' ? grant(operation.credits + 1_000) : null,
};

test('one wrong answer in a long history is found', () => {
  for (const [name, change] of Object.entries(faults)) {
    const dice = openDice('wrong', name);
    const history = randomHistory(dice, { calls: 1_500, callers: 8 });
    const places = history.flatMap((one, at) => (change(one) && at < 1_000 ? [at] : []));
    const place = dice.pick(places);
    const wrong = history.map((one, at) => (at === place ? { ...one, operation: change(one)! } : one));
    assert.ok(isRight(history), name);
    assert.ok(!isRight(wrong), name);
  }
});

test('the search agrees with trying each order', () => {
  for (let round = 0; round < 400; round += 1) {
    const dice = openDice('small', round);
    const history = randomHistory(dice, { calls: 5, callers: 4, lost: 0.3 });
    const at = dice.below(history.length);
    const changed = history.map((one, place) =>
      place === at && one.operation.kind === 'balance' ? { ...one, operation: balance(dice.below(4)) } : one,
    );
    assert.equal(isRight(changed), canBeOrdered(changed, 0), JSON.stringify(changed));
  }
});

/** The definition, without any shortcut. */
function canBeOrdered(left: readonly CreditCall[], credits: number): boolean {
  if (left.every(({ returned }) => returned === never)) return true;
  return left.some((next) => {
    const others = left.filter((one) => one !== next);
    if (others.some(({ returned }) => returned < next.invoked)) return false;
    const after = creditsModel.step(credits, next.operation);
    return after !== null && canBeOrdered(others, after);
  });
}
