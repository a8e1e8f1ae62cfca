import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quiet } from '#test/support/contact-sources.ts';
import { exitAfter, stopMsMax } from './stop-signal.ts';

test('a stop that hangs ends with code 1 after 25 s, and the log says so', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const exit = t.mock.method(process, 'exit', () => undefined as never);
  const said: string[] = [];
  exitAfter(stopMsMax, 1, { ...quiet, error: (_fields, message) => said.push(message) });
  t.mock.timers.tick(24_999);
  assert.equal(exit.mock.callCount(), 0);
  t.mock.timers.tick(1);
  assert.deepEqual(exit.mock.calls[0]?.arguments, [1]);
  assert.match(said.join(), /not ended 25 s after the signal to stop/);
});
