import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { memberReader, type RawInput } from '#surfaces/http/request/read-members.ts';
import { fc } from '#test/support/properties.ts';
import { admin, type Door, internal, key, page } from '../door.ts';
import { ValidationFailure } from '../failure.ts';
import { operation } from '../operation.ts';
import { inputReader } from './input.ts';

const declared = operation({
  id: 'test.read',
  summary: 'Reads every kind of member',
  kind: 'query',
  doors: [],
  account: 'required',
  aliases: { link: ['url'] },
  input: Type.Object({
    link: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Integer({ minimum: 1, maximum: 9, default: 3 }),
    flag: Type.Optional(Type.Boolean()),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    parts: Type.Optional(Type.Array(Type.Object({ name: Type.String() }), { maxItems: 2 })),
    rate: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    either: Type.Optional(Type.Union([Type.Integer(), Type.Boolean(), Type.Null()])),
    person: Type.Optional(
      Type.Union([Type.Object({ name: Type.Union([Type.String(), Type.Null()]) }), Type.Null()]),
    ),
  }),
  output: Type.Object({}),
  errors: [],
  run: () => ({}),
});

/** Reads a request the way a door does. */
function reader(door: Door) {
  const readInput = inputReader(declared, door.access);
  const readMembers = memberReader(declared, door);
  return (raw: RawInput) => readInput(readMembers(raw));
}

const fromBody = reader(key('POST', '/test'));
const fromQuery = reader(key('GET', '/test/{count}'));
const ofAdmin = reader(admin('POST', '/test'));
const ofDashboard = reader(internal('POST', '/test'));
const body = (value: unknown): RawInput => ({ path: {}, query: {}, body: value });

function faultsOf(read: () => unknown): [string, string][] {
  try {
    read();
  } catch (error) {
    if (error instanceof ValidationFailure) return error.faults.map(({ loc, type }) => [loc.join('.'), type]);
    throw error;
  }
  return [];
}

test('every fault in a body is listed with its location and type', () => {
  const faults = faultsOf(() =>
    fromBody(
      body({
        link: 'too long',
        count: 0,
        flag: 'yes',
        kind: 'c',
        parts: [{}, { name: 1 }, { name: 'x' }],
        rate: 'x',
        either: 'x',
      }),
    ),
  );
  assert.deepEqual(
    new Map(faults),
    new Map([
      ['body.link', 'string_too_long'],
      ['body.count', 'greater_than_equal'],
      ['body.flag', 'bool_parsing'],
      ['body.kind', 'literal_error'],
      ['body.parts', 'too_long'],
      ['body.parts.0.name', 'missing'],
      ['body.parts.1.name', 'string_type'],
      ['body.rate', 'int_parsing'],
      ['body.either', 'union_error'],
    ]),
  );
});

test('a nullable member reports the fault of its shape', () => {
  assert.throws(
    () => fromBody(body({ link: 'x', rate: 0 })),
    (error: ValidationFailure) => {
      const msg = 'Input should be greater than or equal to 1';
      assert.deepEqual(error.faults, [{ loc: ['body', 'rate'], msg, type: 'greater_than_equal', input: 0 }]);
      return true;
    },
  );
  assert.deepEqual(
    faultsOf(() => fromBody(body({ link: 'x', person: {} }))),
    [['body.person.name', 'missing']],
  );
  assert.deepEqual(
    faultsOf(() => fromBody(body({ link: 'x', person: { name: 1 } }))),
    [['body.person.name', 'string_type']],
  );
});

test('JSON values are not coerced', () => {
  assert.deepEqual(
    faultsOf(() => fromBody(body({ link: 'x', count: '4' }))),
    [['body.count', 'int_parsing']],
  );
});

test('query strings and path parameters are coerced, and faults name where they were sent', () => {
  assert.deepEqual(fromQuery({ path: { count: '4' }, query: { link: 'x', flag: 'on' }, body: undefined }), {
    link: 'x',
    count: 4,
    flag: true,
  });
  const faults = faultsOf(() =>
    fromQuery({ path: { count: 'four' }, query: { flag: 'perhaps' }, body: undefined }),
  );
  assert.deepEqual(
    new Set(faults.map(([place]) => place)),
    new Set(['path.count', 'query.flag', 'query.link']),
  );
});

test('an unknown query parameter is refused behind every door, and ignored on a page', () => {
  const faults = faultsOf(() =>
    fromQuery({ path: { count: '4' }, query: { link: 'x', pgae: '2' }, body: null }),
  );
  assert.deepEqual(faults, [['query.pgae', 'extra_forbidden']]);
  const stray = { ...body({ link: 'x' }), query: { bogus: '1' } };
  for (const read of [fromBody, ofAdmin]) {
    assert.deepEqual(
      faultsOf(() => read(stray)),
      [['query.bogus', 'extra_forbidden']],
    );
  }
  const shown = page('GET', '/test', {} as never);
  assert.deepEqual(
    faultsOf(() => reader(shown)({ path: {}, query: { link: 'x', utm_source: 'mail' }, body: null })),
    [],
  );
});

test('a default replaces an absent member, and an alias its name', () => {
  assert.deepEqual(fromBody(body({ url: 'x' })), { link: 'x', count: 3 });
});

test('unknown members are ignored, but refused in an operator’s body', () => {
  assert.deepEqual(fromBody(body({ link: 'x', more: 1 })), { link: 'x', count: 3 });
  assert.deepEqual(
    faultsOf(() => ofAdmin(body({ link: 'x', more: 1 }))),
    [['body.more', 'extra_forbidden']],
  );
});

test('an internal door requires the account it acts on', () => {
  assert.deepEqual(
    faultsOf(() => ofDashboard(body({ link: 'x' }))),
    [['body.account_id', 'missing']],
  );
  assert.equal(ofDashboard(body({ link: 'x', account_id: 'a' })).account_id, 'a');
});

test('a body that is not an object is one fault', () => {
  for (const value of [[], 'text', 1, true]) {
    assert.deepEqual(
      faultsOf(() => fromBody(body(value))),
      [['body', 'model_attributes_type']],
    );
  }
});

test('a NUL character is refused with the name of its member, however deep', () => {
  assert.deepEqual(
    faultsOf(() => fromBody(body({ link: 'a\0b' }))),
    [['body.link', 'value_error']],
  );
  assert.deepEqual(
    faultsOf(() => fromBody(body({ link: 'x', parts: [{ name: '\0' }] }))),
    [['body.parts.0.name', 'value_error']],
  );
});

test('whatever the JSON, the reader throws only validation failures', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      faultsOf(() => fromBody(body(value)));
      faultsOf(() =>
        ofAdmin(body({ link: value, count: value, flag: value, kind: value, parts: value, rate: value })),
      );
    }),
  );
});
