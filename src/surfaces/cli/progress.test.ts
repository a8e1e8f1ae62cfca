import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barLine, openPace } from './progress.ts';

const words = ['620,000 rows', '21,400/s', '18 s left', '640,001 of 1,280,001 lines'];

test('the bar shows its share and the whole text if there is room', () => {
  assert.equal(
    barLine(120, 0.5, ' 50 %', words),
    `  ${'█'.repeat(20)}${'░'.repeat(20)}  50 %  620,000 rows   21,400/s   18 s left   640,001 of 1,280,001 lines`,
  );
});

test('on a narrow terminal the end of the text is dropped and the line never wraps', () => {
  for (let columns = 20; columns <= 200; columns += 1) {
    const line = barLine(columns, 0.33, ' 33 %', words);
    assert.ok(line.includes('620,000 rows'));
    if (columns >= 32) assert.ok(line.length <= columns, `${columns}: ${line.length}`);
  }
  assert.ok(!barLine(60, 0.33, ' 33 %', words).includes('640,001'));
});

test('the pace covers the last fifteen seconds, not the beginning', () => {
  const pace = openPace();
  pace.saw(0, 0);
  pace.saw(1_000_000, 1000);
  for (let second = 2; second <= 40; second += 1) pace.saw(1_000_000 + (second - 1) * 100, second * 1000);
  assert.equal(pace.perSecond(), 100);
  assert.equal(pace.leftMs(1_000_000 + 39 * 100 + 1000), 10_000);
});

test('with too little data there is neither pace nor remaining time', () => {
  const pace = openPace();
  assert.deepEqual([pace.perSecond(), pace.leftMs(10)], [null, null]);
  pace.saw(0, 0);
  pace.saw(5, 499);
  assert.deepEqual([pace.perSecond(), pace.leftMs(10)], [null, null]);
});

test('without movement the remaining time is unknown, and past the end it is zero', () => {
  const pace = openPace();
  pace.saw(5, 0);
  pace.saw(5, 1000);
  assert.equal(pace.leftMs(10), null);
  pace.saw(15, 2000);
  assert.equal(pace.leftMs(10), 0);
});
