import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { openPerHost, type PerHost } from './per-host.ts';

const host = 'site.example.com';

async function visit(perHost: PerHost, name = host): Promise<void> {
  const turn = await perHost.enter(name);
  if (turn.ok) turn.leave();
}

test('hosts do not wait for each other', async () => {
  const perHost = openPerHost(openManualTiming());
  const turns = await Promise.all(['a', 'b', 'c'].map((name) => perHost.enter(`${name}.example.com`)));
  assert.ok(turns.every((turn) => turn.ok));
});

test('the second request to a host starts a second later, once the first is done', async () => {
  const timing = openManualTiming();
  const perHost = openPerHost(timing);
  const first = await perHost.enter(host);
  let isIn = false;
  const second = perHost.enter(host).then((turn) => {
    isIn = turn.ok;
  });

  await timing.advance(1000);
  assert.equal(isIn, false);
  if (first.ok) first.leave();
  await second;
  assert.equal(isIn, true);
});

test('a crawl delay below the spacing changes nothing, and one above ten seconds counts as ten', async () => {
  for (const [crawlDelayMs, gapMs] of [
    [10, 1000],
    [4000, 4000],
    [60_000, 10_000],
    [Number.POSITIVE_INFINITY, 10_000],
  ]) {
    const timing = openManualTiming();
    const perHost = openPerHost(timing);
    await visit(perHost);
    let isIn = false;
    perHost.enter(host, { crawlDelayMs }).then((turn) => {
      isIn = turn.ok;
    });
    await timing.advance(gapMs! - 1);
    assert.equal(isIn, false, `${crawlDelayMs}`);
    await timing.advance(1);
    assert.equal(isIn, true, `${crawlDelayMs}`);
  }
});

test('a pause turns everyone away at once, including those already waiting, and ends after its time', async () => {
  const timing = openManualTiming();
  const perHost = openPerHost(timing);
  await visit(perHost);
  const waiting = perHost.enter(host);
  const retryAt = new Date(timing.now().getTime() + 30_000);
  perHost.pause(host, retryAt);

  assert.deepEqual(await perHost.enter(host), { ok: false, reason: 'paused', retryAt });
  await timing.advance(1000);
  assert.deepEqual(await waiting, { ok: false, reason: 'paused', retryAt });
  await timing.advance(29_000);
  assert.equal((await perHost.enter(host)).ok, true);
});

test('a pause lasts at most an hour', async () => {
  const timing = openManualTiming();
  const perHost = openPerHost(timing);
  perHost.pause(host, new Date(timing.now().getTime() + 86_400_000));
  await timing.advance(3_600_000);
  assert.equal((await perHost.enter(host)).ok, true);
});

test('only three failures in a row pause the host', async () => {
  const timing = openManualTiming();
  const perHost = openPerHost(timing, 0);
  for (const healthy of [false, false, true, false, false]) perHost.record(host, healthy);
  await visit(perHost);
  assert.equal((await perHost.enter(host)).ok, true);

  perHost.record(host, false);
  const turn = await perHost.enter(host);
  assert.equal(!turn.ok && turn.reason, 'paused');
});

test('idle hosts are dropped when there are too many; paused and busy ones stay', async () => {
  const timing = openManualTiming();
  const perHost = openPerHost(timing, 1000, 3);
  await visit(perHost, 'rested.example.com');
  await timing.advance(10_000);
  await perHost.enter('busy.example.com');
  perHost.pause('paused.example.com', new Date(timing.now().getTime() + 60_000));
  await visit(perHost, 'new.example.com');

  assert.equal(perHost.size, 3);
  assert.equal((await perHost.enter('paused.example.com')).ok, false);
});

test('ten thousand hosts, one after another, are not all remembered', async () => {
  const timing = openManualTiming();
  const perHost = openPerHost(timing, 1000, 100);
  for (let at = 0; at < 10_000; at += 1) {
    await visit(perHost, `site${at}.example.com`);
    if (at % 50 === 0) await timing.advance(10_000);
  }
  assert.ok(perHost.size <= 150);
});
