import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storableError } from './storable-error.ts';

const circle: Record<string, unknown> = { name: 'a circle' };
circle.itself = circle;

for (const [what, thrown, message] of [
  ['a text with NUL', 'a\0b', 'a\uFFFDb'],
  ['half of a surrogate pair', new Error('a\uD800'), 'a\uFFFD'],
  ['nothing', undefined, 'undefined'],
  ['a circle', circle, /a circle.*Circular/],
  ['an error with a member that is not JSON', Object.assign(new Error('x'), { count: 1n }), 'x'],
] as const) {
  test(`${what} that was thrown can be stored`, () => {
    const error = storableError(thrown);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    assert.deepEqual(
      Object.keys(error)
        .map((key) => typeof error[key as 'name'])
        .filter((type) => type !== 'string'),
      [],
    );
    assert.ok(!error.stack?.includes('\0'));
  });
}
