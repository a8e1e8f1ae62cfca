import assert from 'node:assert/strict';
import { test } from 'node:test';
import { states } from '#values/gst/states.ts';
import { states as offered } from '#web/app/views/onboarding/states.ts';

test('the form of the business profile offers every State that the service knows, by its name', () => {
  assert.deepEqual(offered.toSorted(), states.map(({ name }) => name).toSorted());
});
