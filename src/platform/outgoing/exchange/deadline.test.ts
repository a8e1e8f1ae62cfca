import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { openDeadline, unlessAborted } from './deadline.ts';

test('a deadline fires at its last millisecond and reports that it expired', async () => {
  const timing = openManualTiming();
  const deadline = openDeadline(timing, 1000);
  await timing.advance(999);
  assert.equal(deadline.signal.aborted, false);
  await timing.advance(1);
  assert.deepEqual([deadline.signal.aborted, deadline.expired], [true, true]);
});

test("the caller's abort fires it without marking it as expired", async () => {
  const timing = openManualTiming();
  const caller = new AbortController();
  const deadline = openDeadline(timing, 1000, caller.signal);
  caller.abort();
  assert.deepEqual([deadline.signal.aborted, deadline.expired], [true, false]);
  await timing.advance(1000);
  assert.equal(deadline.expired, false);
});

test('a caller who has already aborted gets a deadline that has fired', () => {
  assert.equal(openDeadline(openManualTiming(), 1000, AbortSignal.abort()).signal.aborted, true);
});

test('a reset deadline counts from the reset', async () => {
  const timing = openManualTiming();
  const deadline = openDeadline(timing, 1000);
  await timing.advance(900);
  deadline.reset(500);
  await timing.advance(499);
  assert.equal(deadline.signal.aborted, false);
  await timing.advance(1);
  assert.equal(deadline.expired, true);
});

test('a cancelled deadline never fires and leaves no timer', async () => {
  const timing = openManualTiming();
  const caller = new AbortController();
  const deadline = openDeadline(timing, 1000, caller.signal);
  deadline.cancel();
  deadline.reset(500);
  caller.abort();
  await timing.advance(2000);
  assert.deepEqual([deadline.signal.aborted, timing.pending], [false, 0]);
});

test('unlessAborted waits until the signal fires, and ignores a later failure', async () => {
  const caller = new AbortController();
  const work = Promise.withResolvers<string>();
  const waited = unlessAborted(work.promise, caller.signal);
  caller.abort();
  assert.equal(await waited, null);
  work.reject(new Error('too late'));

  assert.equal(await unlessAborted(Promise.resolve('done'), new AbortController().signal), 'done');
  await assert.rejects(unlessAborted(Promise.reject(new Error('no')), new AbortController().signal), /no/);
});
