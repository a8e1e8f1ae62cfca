import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { manifest } from '#app/manifest.ts';
import { admin, type DoorOptions, doorName } from '../door.ts';
import { operation } from '../operation.ts';
import { agentBytesMaxOf, bodyBytesMaxOf } from './body-limit.ts';

const KiB = 1024;

const limitOf = (input: Parameters<typeof Type.Object>[0], options: DoorOptions = {}) => {
  const door = admin('POST', '/things/{named}', options);
  const declared = operation({
    id: 'things.make-thing',
    summary: 'Make a thing',
    kind: 'command',
    doors: [door],
    input: Type.Object(input),
    output: Type.Null(),
    errors: [],
    run: () => null,
  });
  return bodyBytesMaxOf(declared as never, door);
};

for (const [words, input, limit] of [
  ['no member', {}, 17],
  ['a member of the path', { named: Type.String() }, 17],
  ['a text of 1,000 characters', { a: Type.String({ maxLength: 1000 }) }, 22],
  ['that text or null', { a: Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]) }, 22],
  ['ten of those texts', { a: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }) }, 75],
  ['a choice and a number', { a: Type.Enum(['x', 'y']), b: Type.Integer() }, 17],
  ['a text without an end', { a: Type.String() }, 1024],
  ['a list without an end', { a: Type.Array(Type.Integer()) }, 1024],
  ['more than 1 MiB', { a: Type.String({ maxLength: 10_000_000 }) }, 1024],
] as const) {
  test(`a body with ${words} may have ${limit} KiB`, () => assert.equal(limitOf(input), limit * KiB));
}

test('a limit declared by the door wins', () => {
  assert.equal(limitOf({ a: Type.String({ maxLength: 10 }) }, { bodyBytesMax: 5_000_000 }), 5_000_000);
});

test('the longest valid input fits, however it is escaped', () => {
  const longest = JSON.stringify({ a: 'ह'.repeat(1000), b: ['ह'.repeat(200)] }, null, 8).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u0${unit.charCodeAt(0).toString(16)}`,
  );
  const limit = limitOf({
    a: Type.String({ maxLength: 1000 }),
    b: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1 }),
  });
  assert.ok(Buffer.byteLength(longest) < limit);
});

test('a public door accepts at most 64 KiB, and so does a lookup', () => {
  const small = manifest.operations.flatMap((declared) =>
    declared.doors
      .filter(({ access, path }) => access === 'public' || path.endsWith('/find'))
      .map((door) => ({ name: doorName(door), limit: bodyBytesMaxOf(declared, door) })),
  );
  assert.deepEqual(
    small.filter(({ limit }) => limit > 64 * KiB),
    [],
  );
});

test('an agent may send as much JSON as the largest tool takes over REST, whatever files that takes', () => {
  const json = (jsonBytesMax: number) => ({ jsonBytesMax, bodyBytesMax: 16 * KiB * KiB });
  const tool = (options: DoorOptions) => ({ doors: [admin('POST', '/things', options)], mcp: {} });
  const operations = [tool(json(500 * KiB)), tool(json(300 * KiB))] as never;
  assert.equal(agentBytesMaxOf(operations), 516 * KiB);
  assert.equal(agentBytesMaxOf(manifest.operations), (3 * KiB + 16) * KiB);
});
