import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { ValidationFailure } from '../failure.ts';
import { parseJson } from './parse-json.ts';

const refusal = (text: string | Buffer): string => {
  try {
    parseJson(Buffer.from(text));
  } catch (error) {
    assert.ok(error instanceof ValidationFailure);
    return `${error.faults[0]?.type}: ${error.faults[0]?.msg}`;
  }
  return 'taken';
};
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('64 levels are accepted and 65 are not, closed or not', () => {
  assert.equal(refusal(nested(64)), 'taken');
  for (const text of [nested(65), '{"a":'.repeat(65), nested(100_000)]) {
    assert.equal(refusal(text), 'json_invalid: JSON should be nested at most 64 levels deep');
  }
});

test('400,000 lists are accepted and one more is not', () => {
  const lists = (count: number) =>
    `[${Array(count - 1)
      .fill('[]')
      .join()}]`;
  assert.equal(refusal(lists(400_000)), 'taken');
  assert.equal(refusal(lists(400_001)), 'json_invalid: JSON should have at most 400,000 lists and objects');
});

test('brackets inside strings do not count as levels', () => {
  for (const text of ['"', '\\"', '\\\\']) {
    const value = `${text}${'['.repeat(200)}`;
    assert.equal(parseJson(Buffer.from(JSON.stringify(value))), value);
  }
});

test('any value is parsed as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      assert.deepEqual(parseJson(Buffer.from(JSON.stringify(value))), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('invalid JSON or UTF-8 is a 422, and an empty body is undefined', () => {
  assert.match(refusal('{"a":'), /^json_invalid: JSON decode error/);
  assert.match(refusal(Buffer.from([0x22, 0xff, 0x22])), /^json_invalid: JSON decode error/);
  assert.equal(parseJson(Buffer.alloc(0)), undefined);
});
