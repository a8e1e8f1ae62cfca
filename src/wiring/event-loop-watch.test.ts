import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '#core/clock.ts';
import { type DelayHistogram, openEventLoopDelay } from '#platform/metrics/event-loop-delay.ts';
import { manualClock } from '#test/support/clock.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { testDatabase } from '#test/support/database.ts';
import { testService } from '#test/support/service.ts';
import { openEventLoopWatch } from './event-loop-watch.ts';

/** A histogram with given values, in milliseconds beyond its timer's own 20. */
function toldHistogram(): DelayHistogram & { hold(ms: number): void } {
  let nanoseconds = 0;
  return {
    get max() {
      return nanoseconds;
    },
    percentile: () => nanoseconds / 2,
    reset() {
      nanoseconds = 0;
    },
    hold(ms) {
      nanoseconds = (ms + 20) * 1e6;
    },
  };
}

async function watchTest() {
  const database = await testDatabase();
  const clock = manualClock();
  const histogram = toldHistogram();
  const delay = openEventLoopDelay(clock, histogram);
  const watch = openEventLoopWatch({ delay, db: database.db, clock, log: quiet, role: 'api' });
  const alerts = () =>
    database.db.selectFrom('operator_alert').select(['kind', 'subject', 'details', 'resolved_at']).execute();
  return {
    clock,
    histogram,
    delay,
    watch,
    alerts,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

test('a stall while the process starts is no alert', async () => {
  await using world = await watchTest();
  world.histogram.hold(5000);
  world.watch.start();
  await world.watch.look();
  assert.deepEqual(await world.alerts(), []);
  await world.watch.stop();
});

test('a delay of more than a second opens an alert with its length, its time, the host and the role', async () => {
  await using world = await watchTest();
  world.histogram.hold(1000);
  await world.watch.look();
  assert.deepEqual(await world.alerts(), []);

  world.histogram.hold(1001);
  await world.watch.look();
  const [alert, ...others] = await world.alerts();
  assert.equal(others.length, 0);
  assert.equal(alert?.kind, 'event_loop_stalled');
  assert.match(alert.subject, / api$/);
  assert.deepEqual(alert.details, { longest_ms: 1001, at: '2026-03-01T00:00:00.000Z' });
});

test('a second stall within a minute is reported when the minute is over, and each stall only once', async () => {
  await using world = await watchTest();
  const longest = async () =>
    (await world.alerts()).map(({ details }) => (details as { longest_ms: number }).longest_ms);
  world.histogram.hold(2000);
  await world.watch.look();
  world.clock.advance(10_000);
  world.histogram.hold(3000);
  await world.watch.look();
  assert.deepEqual(await longest(), [2000]);

  world.clock.advance(minuteMs - 10_000);
  await world.watch.look();
  assert.deepEqual(await longest(), [3000]);
  world.clock.advance(minuteMs);
  await world.watch.look();
  assert.deepEqual(await world.alerts().then(([alert]) => alert?.details), {
    longest_ms: 3000,
    at: '2026-03-01T00:00:10.000Z',
  });

  world.histogram.hold(1500);
  await world.watch.look();
  assert.deepEqual(await longest(), [1500]);
});

test('an hour without a stall closes the alert, even one left open by an earlier process', async () => {
  await using world = await watchTest();
  world.histogram.hold(2000);
  await world.watch.look();
  world.clock.advance(minuteMs);
  await world.watch.look();
  world.clock.advance(hourMs - minuteMs - 1);
  await world.watch.look();
  assert.equal((await world.alerts())[0]?.resolved_at, null);

  world.clock.advance(1);
  await world.watch.look();
  assert.ok((await world.alerts())[0]?.resolved_at);
});

test('a measurement stays readable during the following minute', async () => {
  const clock = manualClock();
  const histogram = toldHistogram();
  const delay = openEventLoopDelay(clock, histogram);
  histogram.hold(500);
  clock.advance(minuteMs);
  delay.look();
  assert.deepEqual(delay.recent(), {
    now: { longestMs: 0, p99Ms: 0 },
    before: { longestMs: 500, p99Ms: 240 },
  });
});

test("/metrics shows the event loop's delay", async () => {
  await using service = await testService();
  const { body } = await service.admin('GET', '/metrics');
  assert.match(body, /^contactry_event_loop_delay_max_seconds [\d.e-]+$/m);
  assert.match(body, /^contactry_event_loop_delay_p99_seconds [\d.e-]+$/m);
});
