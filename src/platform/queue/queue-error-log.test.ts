import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { queueErrorLog } from './queue-error-log.ts';

test('one kind of error is logged once a minute, with how many were left out', () => {
  const said: [code: unknown, leftOut: unknown][] = [];
  const error = (fields: object) => {
    const { error: cause, leftOut } = fields as { error: { code: string }; leftOut: number };
    said.push([cause.code, leftOut]);
  };
  const clock = manualClock();
  const report = queueErrorLog({ log: { debug() {}, info() {}, warn() {}, error }, clock });
  const fail = (code: string) => report(Object.assign(new Error('of a worker'), { code }));
  for (let time = 0; time < 14; time += 1) fail('53100');
  fail('ENOENT');
  clock.advance(59_999);
  fail('53100');
  clock.advance(1);
  fail('53100');
  assert.deepEqual(said, [
    ['53100', 0],
    ['ENOENT', 0],
    ['53100', 14],
  ]);
});
