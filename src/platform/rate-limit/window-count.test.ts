import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { openWindowCount } from './window-count.ts';

function clockAt(startMs = Date.UTC(2026, 2, 1)) {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

test('a window allows as many requests as the limit and refuses the next', () => {
  const count = openWindowCount(clockAt());
  const answers = Array.from({ length: 21 }, () => count.admit('a', 20));
  assert.deepEqual(
    answers.map(({ admitted }) => admitted),
    [...Array(20).fill(true), false],
  );
  assert.deepEqual([answers[0]?.remaining, answers[19]?.remaining, answers[20]?.remaining], [19, 0, 0]);
});

test('a window ends 60,000 ms after its first request and not a millisecond before', () => {
  const clock = clockAt();
  const count = openWindowCount(clock);
  const openedAt = clock.now();
  count.admit('a', 1);
  clock.advance(59_999);
  assert.deepEqual(count.admit('a', 1), {
    admitted: false,
    limit: 1,
    remaining: 0,
    resetMs: 1,
    windowStartedAt: openedAt,
  });
  clock.advance(1);
  assert.deepEqual(count.admit('a', 1), {
    admitted: true,
    limit: 1,
    remaining: 0,
    resetMs: 60_000,
    windowStartedAt: clock.now(),
  });
});

test('a raised limit adds the difference to the open window, whatever was refused before', () => {
  const count = openWindowCount(clockAt());
  for (let request = 0; request < 50; request += 1) count.admit('a', 20);
  const admitted = Array.from({ length: 40 }, () => count.admit('a', 30)).filter((answer) => answer.admitted);
  assert.equal(admitted.length, 10);
});

test('a lowered limit applies to the open window and leaves nothing below zero', () => {
  const count = openWindowCount(clockAt());
  for (let request = 0; request < 10; request += 1) count.admit('a', 20);
  const { admitted, limit, remaining } = count.admit('a', 5);
  assert.deepEqual({ admitted, limit, remaining }, { admitted: false, limit: 5, remaining: 0 });
});

test('keys are counted separately', () => {
  const count = openWindowCount(clockAt());
  count.admit('a', 1);
  assert.equal(count.admit('b', 1).admitted, true);
  assert.equal(count.admit('a', 1).admitted, false);
});

test('windows that ended are dropped from memory when another opens', () => {
  const clock = clockAt();
  const count = openWindowCount(clock);
  for (let key = 0; key < 1000; key += 1) count.admit(`key ${key}`, 1);
  clock.advance(60_000);
  count.admit('later', 1);
  assert.equal(count.size, 1);
});

test('when the clock is set back, a new window opens and the old one is not extended', () => {
  const clock = clockAt();
  const count = openWindowCount(clock);
  count.admit('a', 1);
  clock.advance(-3_600_000);
  assert.equal(count.admit('a', 1).admitted, true);
});

test('no sequence of requests exceeds the limit in any one window', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b'),
    waitMs: fc.oneof(fc.constantFrom(0, 1, 59_999, 60_000), fc.integer({ min: 0, max: 70_000 })),
    perMinute: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const clock = clockAt();
      const count = openWindowCount(clock);
      const model = new Map<string, { startedMs: number; admitted: number }>();
      for (const { key, waitMs, perMinute } of steps) {
        clock.advance(waitMs);
        const nowMs = clock.now().getTime();
        let window = model.get(key);
        if (!window || nowMs - window.startedMs >= 60_000) window = { startedMs: nowMs, admitted: 0 };
        const expected = window.admitted < perMinute;
        model.set(key, { ...window, admitted: window.admitted + (expected ? 1 : 0) });
        const answer = count.admit(key, perMinute);
        assert.equal(answer.admitted, expected);
        assert.equal(answer.windowStartedAt.getTime(), window.startedMs);
        assert.equal(answer.resetMs, window.startedMs + 60_000 - nowMs);
      }
    }),
  );
});
