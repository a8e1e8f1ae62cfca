import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './page.ts';

const rowOf = (id: number) => ({ id });
const idOf = ({ id }: { id: number }) => id;

test('a page with more after it has exactly its limit, and its cursor is that of its last row', () => {
  assert.deepEqual(pageOf([1, 2, 3].map(rowOf), 2, idOf), { rows: [1, 2].map(rowOf), nextCursor: 2 });
});

test('the last page has no cursor, even when it is full', () => {
  assert.deepEqual(pageOf([1, 2].map(rowOf), 2, idOf), { rows: [1, 2].map(rowOf), nextCursor: null });
  assert.deepEqual(pageOf([], 2, idOf), { rows: [], nextCursor: null });
});
