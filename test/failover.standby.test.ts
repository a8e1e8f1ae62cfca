import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFailover } from './failover/run-failover.ts';
import { sizeOf } from './support/size.ts';

test('the primary is killed under load and its standby takes over: no acknowledged charge is lost or paid twice', async (t) => {
  const size = { rounds: sizeOf({ small: 1, whole: 4 }), lookups: sizeOf({ small: 200, whole: 3_000 }) };
  assert.deepEqual(await runFailover({ ...size, secondsMax: null, say: (line) => t.diagnostic(line) }), []);
});
