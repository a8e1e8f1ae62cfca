import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './terminal.ts';

const cases: [text: string, printed: string][] = [
  ['Jane Doe, Zoë\n\tनमस्ते', 'Jane Doe, Zoë\n\tनमस्ते'],
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['\u009b2J', '\\u009b2J'],
  ['a\rb\u007f', 'a\\u000db\\u007f'],
  ['gpj\u202eexe', 'gpj\\u202eexe'],
  ['\u2066isolated\u2069', '\\u2066isolated\\u2069'],
];
for (const [text, printed] of cases) {
  test(`${JSON.stringify(text)} is printed as ${printed}`, () => assert.equal(printable(text), printed));
}

test('escaped JSON is the same JSON', () => {
  const value = { name: 'x\u202e\u009b\u001b' };
  assert.deepEqual(JSON.parse(printable(JSON.stringify(value, null, 2))), value);
});
