import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aucOf, isSettled, tellsApart } from '../../bench/privacy/auc.ts';
import { oneSidedShapes, type Seen, shapeOf } from '../../bench/privacy/shapes.ts';
import { openDice } from '../fuzz/dice.ts';

const about = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-9, `${value}`);

test('the AUC counts the pairs in which the first is above, and half of the ties', () => {
  about(aucOf([2, 4], [1, 3]).auc, 0.75);
  about(aucOf([1, 1, 1], [1, 1]).auc, 0.5);
  about(aucOf([5, 6], [1, 2, 3]).auc, 1);
});

test('groups of the same kind are not told apart, and those that differ by a tenth of their spread are', () => {
  const dice = openDice('auc');
  const group = (shift: number) =>
    Array.from({ length: 5000 }, () => dice.below(1000) + dice.below(1000) + shift);
  const same = aucOf(group(0), group(0));
  assert.ok(same.low < 0.5 && same.high > 0.5 && same.high - same.low < 0.04, JSON.stringify(same));
  assert.equal(tellsApart(same), false);
  assert.equal(tellsApart(aucOf(group(60), group(0))), true);
});

test('a few answers prove nothing', () => {
  assert.equal(tellsApart(aucOf([1, 2, 5], [3, 4, 6])), false);
  assert.equal(tellsApart(aucOf([1], [2])), false);
  assert.equal(isSettled(aucOf([1, 2, 5], [3, 4, 6])), false);
  assert.equal(isSettled({ auc: 0.5, low: 0.481, high: 0.519 }), true);
});

test('answers about two people have the same form, apart from times, ids and their names', () => {
  const answer = (person: string, id: string, at: string) =>
    `date: ${at}\r\nx-request-id: ${id}\r\n\r\n{"id":"lkp_${id}","url":"https://x.example/${person}","created_at":"2026-01-01T00:00:00.${at}Z"}`;
  assert.equal(
    shapeOf(answer('person-1', 'a1', '123'), 'person-1'),
    shapeOf(answer('person-2', 'b2', '456'), 'person-2'),
  );
  assert.notEqual(shapeOf('{"warnings":[]}', 'person-1'), shapeOf('{"warnings":[{}]}', 'person-2'));
});

test('a form that one group alone has often is a fault, one that both have or that is rare is none', () => {
  const seen = (hidden: boolean, shape: string, times: number): Seen[] =>
    Array.from({ length: times }, () => ({ hidden, shape, ms: 1, bytes: 1 }));
  const faults = oneSidedShapes([
    ...seen(true, 'both', 30),
    ...seen(false, 'both', 1),
    ...seen(true, 'alone', 20),
    ...seen(false, 'rare', 5),
  ]);
  assert.deepEqual(faults, [{ shape: 'alone', hidden: 20, others: 0 }]);
});
