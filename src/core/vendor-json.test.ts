import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import {
  idText,
  list,
  Misfit,
  map,
  maybe,
  readJson,
  readOrNull,
  some,
  text,
  word,
  yes,
} from './vendor-json.ts';

const Person = Type.Object({
  id: idText,
  ...maybe({
    name: text(20),
    network: word,
    isHidden: yes,
    level: Type.Enum(['low', 'high']),
    emails: list(Type.Object({ value: text() }), { most: 3 }),
    pages: map(text(), { most: 2 }),
    place: some({ city: text() }),
    either: Type.Union([text(), list(text())]),
  }),
});

const expectedOf = (json: unknown, schema: Parameters<typeof readJson>[0] = Person) => {
  const read = readJson(schema, json);
  return read instanceof Misfit ? read.expected : null;
};

test('an answer is read: text is trimmed, words are lower case, ids are text', () => {
  const json = {
    ...{ id: 7, name: ' Asha ', network: 'GitHub', isHidden: true, level: 'high', either: ['a'] },
    ...{ emails: [{ value: 'a' }], pages: { home: 'b' }, place: { city: 'Pune' }, more: 1 },
  };
  assert.deepEqual(readJson(Person, json), {
    ...{ id: '7', name: 'Asha', network: 'github', isHidden: true, level: 'high', either: ['a'] },
    ...{ emails: [{ value: 'a' }], pages: { home: 'b' }, place: { city: 'Pune' } },
  });
});

for (const other of [null, 1, true, '', ' ', 'x'.repeat(3000), [], {}, [[]], { city: 1 }]) {
  test(`optional members that are ${JSON.stringify(other).slice(0, 20)} never refuse an answer`, () => {
    const members = ['name', 'network', 'isHidden', 'level', 'emails', 'pages', 'place', 'either'];
    const read = readJson(Person, {
      id: 'a',
      ...Object.fromEntries(members.map((name) => [name, other])),
    });
    assert.ok(!(read instanceof Misfit));
    for (const value of [read.name, read.network, read.place?.city, ...(read.emails ?? [])])
      assert.ok(value === undefined || value === '1', String(value));
  });
}

for (const [json, expected] of [
  [null, 'an object at the top'],
  [[], 'an object at the top'],
  [{}, 'text at id'],
  [{ id: -1 }, 'text at id'],
  [Object.create({ id: 'inherited' }), 'text at id'],
] as const) {
  test(`${JSON.stringify(json)} is refused: ${expected}`, () => {
    assert.equal(expectedOf(json), expected);
    assert.equal(readOrNull(Person, json), null);
  });
}

test('a misfit inside names its path, and no value of the answer', () => {
  const Answer = Type.Object({ data: Type.Object({ rows: list(Person, { strict: true }) }) });
  assert.equal(
    expectedOf({ data: { rows: [{ id: 'a' }, { id: ['secret'] }] } }, Answer),
    'text at data.rows[].id',
  );
  assert.equal(expectedOf({ ok: 'secret' }, Type.Object({ ok: yes })), 'true at ok');
  assert.equal(expectedOf({ n: 'secret' }, Type.Object({ n: Type.Integer() })), 'a valid integer at n');
  assert.equal(expectedOf({ s: 'secret' }, Type.Object({ s: Type.Enum(['a']) })), 'a known word at s');
});

test('entries that do not fit are left out, and long lists and maps are cut', () => {
  const emails = [{ value: 'a' }, 'b', { value: 'c' }, { value: 'd' }];
  const pages = { one: 1, two: 'b', three: 'c' };
  const read = readOrNull(Person, { id: 'a', emails, pages });
  assert.deepEqual(read?.emails, [{ value: 'a' }, { value: 'c' }]);
  assert.deepEqual(read?.pages, { two: 'b' });
});
