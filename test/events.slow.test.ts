import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEvents } from './events/run-events.ts';

test('kills of the service and its worker lose no event, and each budget’s events arrive in order', async () => {
  const told: string[] = [];
  const faults = await runEvents({
    ...{ seed: 1, events: 160, kills: 2, accounts: 4, failing: 0 },
    tell: (text) => told.push(text),
  });
  assert.deepEqual(faults, [], told.join('\n'));
});
