import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming, settled } from '#test/support/outgoing/manual-timing.ts';
import { fc } from '#test/support/properties.ts';
import { Lane } from './lane.ts';

test('turns start in order and never closer than the gap', async () => {
  const gapsMs = fc.array(fc.nat(50), { maxLength: 12 });
  const concurrency = fc.integer({ min: 1, max: 4 });
  const stays = fc.array(fc.nat(80), { minLength: 12, maxLength: 12 });

  await fc.assert(
    fc.asyncProperty(gapsMs, concurrency, stays, async (gaps, limit, stayMs) => {
      const timing = openManualTiming();
      const lane = new Lane(timing, limit);
      const starts: { turn: number; atMs: number }[] = [];
      let most = 0;
      const turns = gaps.map(async (gapMs, turn) => {
        const leave = await lane.enter(gapMs);
        starts.push({ turn, atMs: timing.now().getTime() });
        most = Math.max(most, lane.running);
        await new Promise<void>((resolve) => timing.after(stayMs[turn]!, resolve));
        leave?.();
      });
      await timing.advance(5000);
      await Promise.all(turns);

      assert.deepEqual(
        starts.map(({ turn }) => turn),
        gaps.map((_, turn) => turn),
      );
      for (const [at, { turn, atMs }] of starts.entries()) {
        if (at > 0) assert.ok(atMs - starts[at - 1]!.atMs >= gaps[turn]!);
      }
      assert.ok(most <= limit);
      assert.equal(lane.running + lane.waiting, 0);
    }),
    { numRuns: 40 },
  );
});

test('a caller who gives up makes room for those behind, whose gap may be shorter', async () => {
  const timing = openManualTiming();
  const lane = new Lane(timing, 1);
  const leave = await lane.enter(0);
  leave?.();
  const leaving = new AbortController();
  const slow = lane.enter(10_000, leaving.signal);
  const quick = lane.enter(1000);

  leaving.abort();
  assert.equal(await slow, null);
  await timing.advance(1000);
  assert.equal(typeof (await quick), 'function');
});

test('leaving twice frees one place', async () => {
  const lane = new Lane(openManualTiming(), 1);
  const leave = await lane.enter(0);
  const second = lane.enter(0);
  leave?.();
  leave?.();

  await second;
  assert.equal(lane.running, 1);
});

test('a signal that has already fired gets no turn', async () => {
  const lane = new Lane(openManualTiming(), 1);
  assert.equal(await lane.enter(0, AbortSignal.abort()), null);
  assert.equal(lane.waiting, 0);
});

test('closing turns everyone away and leaves no timer', async () => {
  const timing = openManualTiming();
  const lane = new Lane(timing, 1);
  (await lane.enter(0))?.();
  const waiting = lane.enter(1000);
  lane.close();

  assert.equal(await waiting, null);
  assert.equal(await lane.enter(0), null);
  assert.equal(timing.pending, 0);
});

test('a clock that is set back costs one gap, not the whole difference', async () => {
  const timing = openManualTiming();
  let backMs = 0;
  const lane = new Lane({ ...timing, now: () => new Date(timing.now().getTime() - backMs) }, 1);
  (await lane.enter(0))?.();
  backMs = 3_600_000;
  const next = lane.enter(1000);

  await timing.advance(1000);
  await settled();
  assert.equal(typeof (await next), 'function');
});
