import assert from 'node:assert/strict';
import { test } from 'node:test';
import openapi from '../../../../docs/openapi.json' with { type: 'json' };
import { columnsOf, operationOf, requestOf, wordsOf } from './admin-command.ts';
import { adminTable } from './admin-table.ts';
import { changesText, recordText, tableText } from './records.ts';

interface Shape {
  $ref?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  required?: string[];
  anyOf?: Shape[];
  type?: string;
}
interface Described {
  responses: Record<string, { content: { 'application/json': { schema: Shape } } }>;
}

const schemas = openapi.components.schemas as Record<string, Shape>;
const whole = (shape: Shape): Shape => (shape.$ref ? schemas[shape.$ref.split('/').at(-1)!]! : shape);
const paths = openapi.paths as unknown as Record<string, Record<string, Described>>;
const membersOf = (word: string) => (word === 'account' ? ['account_id', 'email'] : [word]);

for (const row of adminTable) {
  test(`admin ${row.usage} sends what its operation takes, and shows what it answers`, () => {
    const { route, members } = operationOf(row);
    const { operands, options } = wordsOf(row);
    const always = [...operands.flatMap(membersOf), ...Object.keys(row.fixed ?? {})];
    for (const name of [...always, ...options.flatMap(membersOf)]) assert.ok(members[name], name);
    for (const [name, { isRequired }] of Object.entries(members)) {
      if (isRequired) assert.ok(always.includes(name) || options.includes(name), name);
    }

    const [method = '', path = ''] = route.split(' ');
    const described = paths[path]![method.toLowerCase()]!;
    const answer = whole(described.responses['200']!.content['application/json'].schema);
    const columns = columnsOf(row) ?? [];
    const shown = columns.length === 0 ? {} : whole(answer.properties![row.rows ?? 'items']!).items!;
    for (const column of columns.flatMap(([, member]) => member.split(' → '))) {
      let shape: Shape | undefined = shown;
      for (const part of column.split('.')) shape = shape && whole(shape).properties?.[part];
      assert.ok(shape, column);
    }
  });
}

const grant = adminTable.find(({ operation }) => operation === 'credits.grant-credits')!;
const change = adminTable.find(({ operation }) => operation === 'keys.change-key')!;

test('an operand with an @ is an email, another one an account id', () => {
  const members = (who: string) => requestOf(grant, [who, '25'], { reason: 'why' }).body;
  assert.deepEqual(members('mira@example.com'), { email: 'mira@example.com', credits: 25, reason: 'why' });
  assert.deepEqual(members('acme-42'), { account_id: 'acme-42', credits: 25, reason: 'why' });
});

test('none is null where a number or a time is meant, and what belongs in the path is not in the body', () => {
  const { path, body } = requestOf(change, ['key/../x'], {
    rate: 'none',
    note: 'none',
    'expires-at': 'none',
  });
  assert.deepEqual(path, { key_id: 'key/../x' });
  assert.deepEqual(body, { rate_limit_per_min: null, note: 'none', expires_at: null });
});

test('a missing reason and a number that is none are refused before anything is sent', () => {
  assert.throws(() => requestOf(grant, ['a', '25'], {}), /--reason/);
  assert.throws(() => requestOf(grant, ['a', 'many'], { reason: 'why' }), /whole number/);
});

test('a table is aligned, and its widest cells are cut to the width of the terminal', () => {
  const rows = [
    { id: 1, reason: 'x'.repeat(100), at: '2026-05-03T10:00:00.000Z' },
    { id: 20, reason: 'नमस्ते', at: null },
  ];
  const columns = [
    ['id', 'id'],
    ['reason', 'reason'],
    ['at', 'at'],
  ] as const;
  const lines = tableText(columns, rows, 60).trimEnd().split('\n');
  assert.ok(lines.every((line) => line.length <= 60));
  assert.match(lines[1]!, /^ {3}1 {2}x+… +2026-05-03 10:00 UTC$/);
  assert.ok(tableText(columns, rows, null).includes('x'.repeat(100)));
});

test('a change shows the members that differ, and what had no value', () => {
  const rate = { note: 'pilot', rate_limit_per_min: 20, expires_at: null };
  assert.equal(
    changesText({
      before: rate,
      after: { ...rate, rate_limit_per_min: null, expires_at: '2026-05-03T10:00:00Z' },
    }),
    'rate_limit_per_min: 20 → none, expires_at: none → 2026-05-03 10:00 UTC',
  );
  assert.equal(changesText({ before: null, after: { slug: 'diwali', theme: '' } }), 'slug: → diwali');
  assert.equal(changesText({ before: null, after: null }), '');
});

test('a record has a line for each member that says something', () => {
  assert.equal(
    recordText({
      id: 7,
      is_open: true,
      note: null,
      terms: { billable: false, at: [1, 2], signals: [], code: null },
    }),
    '  id       7\n  is open  yes\n  terms    billable: no, at: {1, 2}\n',
  );
});
