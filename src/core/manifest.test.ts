import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { domain } from './domain.ts';
import { admin, type Door, open } from './door.ts';
import { manifestOf } from './manifest.ts';
import { operation } from './operation.ts';

const manifestWith = (door: Door) => {
  const look = operation({
    id: 'things.look',
    summary: 'Look',
    kind: 'query',
    doors: [door],
    input: Type.Object({}),
    output: Type.Object({}),
    errors: [],
    run: () => ({}),
  });
  return manifestOf([domain({ id: 'things', title: 'Things', description: 'Things.', operations: [look] })]);
};

test('only public GET doors may be cached', () => {
  const cacheSeconds = 60;
  assert.equal(manifestWith(open('GET', '/things', { cacheSeconds })).operations.length, 1);
  for (const door of [admin('GET', '/things', { cacheSeconds }), open('POST', '/things', { cacheSeconds })]) {
    assert.throws(() => manifestWith(door), /must not be cached/);
  }
});
