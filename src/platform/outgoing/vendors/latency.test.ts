import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLatency } from './vendor-health.ts';

test('before the first response there is nothing to report', () => {
  assert.equal(openLatency().report(), null);
});

test('percentiles cover the latest responses only', () => {
  const latency = openLatency(100);
  for (let at = 0; at < 500; at += 1) latency.add(9999);
  for (let ms = 1; ms <= 100; ms += 1) latency.add(ms);
  assert.deepEqual(latency.report(), { samples: 100, p50: 50, p95: 95 });
});

test('with a single response, every percentile is its latency', () => {
  const latency = openLatency();
  latency.add(12.4);
  assert.deepEqual(latency.report(), { samples: 1, p50: 12, p95: 12 });
});
