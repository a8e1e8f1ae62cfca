import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyOver } from '#web/console/views/overview/money-over.ts';
import { aligned, scaleOf } from '#web/shared/charts/chart-data.ts';

const day = (date: string, paid_paise: number, returned_paise = 0) => ({
  date,
  paid_paise,
  returned_paise,
  vendor_paise: 0,
  credits_sold: 0,
});

const scaleOfMoney = (...days: ReturnType<typeof day>[]) => {
  const figures = aligned(moneyOver(days)).figures.flat() as number[];
  return scaleOf(Math.min(...figures), Math.max(...figures));
};

test('a chart of no money goes up to a rupee, not to a paisa', () => {
  assert.deepEqual(scaleOfMoney(day('2026-03-01', 0), day('2026-03-02', 0)), [0, 1]);
  assert.deepEqual(scaleOf(null, null), [0, 1]);
});

test('money is charted in rupees, and a day on which more went back reaches below nothing', () => {
  const [from, to] = scaleOfMoney(day('2026-03-01', 99_900), day('2026-03-02', 0, 39_900));
  assert.ok(from < -399 && from > -450, String(from));
  assert.ok(to > 999 && to < 1_100, String(to));
});

test('series are aligned by their moments, with gaps where one has no figure', () => {
  const { moments, figures } = aligned([
    { name: 'Found', points: [['2026-03-02', 2]] },
    {
      name: 'Not found',
      points: [
        ['2026-03-01', 1],
        ['2026-03-02', 0],
      ],
    },
  ]);
  assert.deepEqual(moments, ['2026-03-01', '2026-03-02']);
  assert.deepEqual(figures, [
    [null, 2],
    [1, 0],
  ]);
});
