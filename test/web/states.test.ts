import assert from 'node:assert/strict';
import { test } from 'node:test';
import { states, stateOfGstin as theirState } from '#values/gst/states.ts';
import { states as offered, stateOfGstin } from '#web/app/views/onboarding/states.ts';

test('the form of the business profile offers every State that the service knows, by its code and name', () => {
  const known = states.map(({ code, name }) => [code, name] as const);
  assert.deepEqual(offered.toSorted(), known.toSorted());
});

test('the form reads the State of a GSTIN as the service does', () => {
  const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));
  for (const code of codes) assert.equal(stateOfGstin(`${code}ABCDE1234F1Z0`), theirState(code)?.name, code);
});
