import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import {
  dayAfter,
  daysOf,
  midnightIn,
  monthAfter,
  monthIn,
  monthsToChoose,
} from '#web/app/views/credits/months.ts';
import type { Spending } from '#web/app/views/credits/words.ts';
import { openPage } from './page.ts';

const { kit, close } = await openPage();
const { changeWords, costOf, expiryWords, nextEvents, spendingRows } = kit;
after(close);

const day = fc.integer({ min: 1, max: 30 }).map((number) => `2026-11-${String(number).padStart(2, '0')}`);
const cause = fc.record({
  date: day,
  kind: fc.constantFrom('job', 'api', 'dashboard', 'extension', 'mcp', 'single', 'key', 'source'),
  id: fc.option(fc.constantFrom('one', 'other')),
  name: fc.option(fc.constantFrom('people.csv', 'CRM')),
  sources: fc.subarray(['directory', 'github']),
  paid: fc.nat(500),
  credits: fc.integer({ min: -500, max: 0 }),
  lookups: fc.integer({ min: 0, max: 500 }),
  free: fc.dictionary(fc.constantFrom('not_found', 'links_only', 'repeat'), fc.nat(9)),
});
const change = fc.record({
  at: fc.constant('2026-11-02T09:30:00.000Z'),
  date: day,
  kind: fc.constantFrom('grant', 'expire', 'revoke', 'refund'),
  credits: fc.integer({ min: -500, max: 500 }),
  reason: fc.constantFrom('', '100 credits, payment pay_1', 'Promo WELCOME10'),
  source: fc.constantFrom('plan', 'topup', 'promo', 'operator', 'key', 'refund'),
  reference: fc.constant(''),
});

const given = (items: unknown[], changes: unknown[], total: number) =>
  ({ items, changes, totals: { change: total } }) as unknown as Spending;

const sumOf = (rows: readonly { credits: number }[]) => rows.reduce((sum, { credits }) => sum + credits, 0);

test('the rows add up to the change of the ledger, by day and by cause, also where some are not listed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(cause, {
        selector: ({ date, kind, id, sources }) => [date, kind, id, ...sources].join(),
      }),
      fc.array(change),
      fc.constantFrom(0, 7, -7),
      fc.constantFrom('day', 'cause', 'source'),
      (items, changes, missing, by) => {
        const total = sumOf(items) + sumOf(changes) + missing;
        const rows = spendingRows(given(items, changes, total), '2026-11', by as 'day' | 'cause' | 'source');
        assert.equal(sumOf(rows.filter(({ isSum }) => !isSum)), total);
        if (rows.length > 0) assert.equal(rows.at(-1)!.credits, total);
        assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
      },
    ),
  );
});

test('each day has its sum above its rows, newest day first', () => {
  const job = {
    date: '2026-11-02',
    kind: 'job',
    id: 'job_1',
    name: 'people500.csv',
    credits: -315,
    sources: [],
    paid: 315,
  };
  const rows = spendingRows(
    given(
      [
        { ...job, lookups: 469, free: { not_found: 150, links_only: 4 } },
        {
          ...job,
          date: '2026-11-01',
          kind: 'dashboard',
          id: null,
          name: null,
          sources: [],
          credits: -1,
          lookups: 1,
          paid: 1,
          free: {},
        },
      ],
      [
        {
          ...{ at: '2026-11-02T08:00:00Z', date: '2026-11-02', kind: 'grant', source: 'topup', credits: 500 },
          reason: '500 credits, payment pay_1',
        },
      ],
      184,
    ),
    '2026-11',
    'day',
  );
  assert.deepEqual(
    rows.map(({ name, about, credits }) => [name, about, credits]),
    [
      ['2 Nov 2026', '', 185],
      ['people500.csv', '469 lookups, free: 150 not found, 4 links only', -315],
      ['Bought 500 credits', '', 500],
      ['1 Nov 2026', '', -1],
      ['Lookups on the dashboard', '1 lookup', -1],
      ['Change of this month', '', 184],
    ],
  );
  assert.deepEqual(rows.map(({ href }) => href).filter(Boolean), [
    '/app/jobs/job_1',
    '/app/credits?month=2026-11&by=lookup&kind=find&opened_from=dashboard&day=2026-11-01',
  ]);
});

test('a group of lookups leads to its lookups', () => {
  const none = {
    date: '2026-11-02',
    id: null,
    name: null,
    sources: [],
    lookups: 1,
    credits: -1,
    paid: 1,
    free: {},
  };
  const rows = spendingRows(
    given(
      [
        { ...none, kind: 'source', sources: ['directory', 'github'] },
        { ...none, kind: 'source', sources: ['directory', 'github'], date: '2026-11-01' },
        { ...none, kind: 'source', credits: 0, paid: 0, free: { not_found: 1 } },
        { ...none, kind: 'reason', id: 'completed_lookup' },
        { ...none, kind: 'key', id: 'key_1', name: 'CRM' },
      ],
      [],
      -4,
    ),
    '2026-11',
    'source',
  );
  const lookups = '/app/credits?month=2026-11&by=lookup';
  assert.deepEqual(
    rows.map(({ name, about, href, credits }) => [name, about, href, credits]),
    [
      ['Our records and github', '2 lookups', `${lookups}&source=directory`, -2],
      ['Email or phone found', '1 lookup', `${lookups}&charged=yes`, -1],
      ['CRM', '1 lookup', `${lookups}&key_id=key_1`, -1],
      ['Nothing found', '1 lookup, free: 1 not found', lookups, 0],
      ['Change of this month', '', undefined, -4],
    ],
  );
});

test('a day begins at midnight of the time zone', () => {
  assert.equal(midnightIn('UTC', '2026-11-01'), '2026-11-01T00:00:00.000Z');
  assert.equal(midnightIn('Asia/Kolkata', '2026-11-01'), '2026-10-31T18:30:00.000Z');
  assert.equal(midnightIn('America/New_York', '2026-11-01'), '2026-11-01T04:00:00.000Z');
  assert.equal(midnightIn('Europe/Berlin', '2026-03-29'), '2026-03-28T23:00:00.000Z');
  assert.equal(dayAfter('2026-12-31'), '2027-01-01');
});

test('a month in the address is a month, and its days are whole', () => {
  const now = new Date('2026-11-30T23:59:59.999Z');
  for (const text of [undefined, '', '2026-13', '2026-1', 'x', '1999-01'])
    assert.equal(monthIn(text, now), '2026-11');
  assert.equal(monthIn('2024-02', now), '2024-02');
  assert.deepEqual(daysOf('2024-02'), { start: '2024-02-01', end: '2024-02-29' });
  assert.deepEqual([monthAfter('2026-12', 1), monthAfter('2026-01', -1)], ['2027-01', '2025-12']);
  assert.deepEqual(monthsToChoose('2020-05', now).slice(-2), ['2025-11', '2020-05']);
  assert.deepEqual(monthsToChoose('2026-11', now, '2026-10-30'), ['2026-11', '2026-10']);
});

test('what happens next: lots that expire together once, and the renewal with its credits', () => {
  const lot = (available: number, expires_at: string | null) =>
    ({ source: 'plan', granted: 10, available, held: 0, expires_at }) as const;
  const lots = [
    lot(3, '2026-12-01T00:00:00Z'),
    lot(4, '2026-12-01T00:00:00Z'),
    lot(0, '2026-11-30T00:00:00Z'),
    lot(9, null),
  ];
  const plan = {
    ...{ plan_id: 'growth', name: 'Growth', is_subscription: true },
    ...{ renews_at: '2026-11-25T00:00:00Z', ends_at: '2026-11-28T00:00:00Z', undo_until: null },
  };
  const growth = {
    ...{ plan_id: 'growth', name: 'Growth', credits: 80, amount: 39_900, renews_at: plan.renews_at },
  };
  assert.deepEqual(
    nextEvents(lots, { plan, renewals: [growth] }).map(({ text }) => text),
    ['Growth renews, with 80 new credits', '7 unused credits expire'],
  );
  assert.deepEqual(nextEvents([], { plan: { ...plan, renews_at: null }, renewals: [] }), [
    { at: plan.ends_at, text: 'Growth ends' },
  ]);
  assert.deepEqual(
    nextEvents([], { plan: null, renewals: [growth] }).map(({ text }) => text),
    ['Growth renews, with 80 new credits'],
    'also without a plan: its money went back, and it is charged again',
  );
  const now = Date.parse('2026-11-25T12:00:00Z');
  assert.match(expiryWords('2026-12-01T00:00:00Z', now), /^6 days left, until /);
  assert.match(expiryWords('2026-11-25T13:00:00Z', now), /^Less than a day left/);
});

for (const [now, before, words] of [
  [0, 0, ''],
  [5, 5, 'unchanged'],
  [5, 0, 'none before'],
  [0, 5, '−100%'],
  [15, 10, '+50%'],
  [1_001, 1_000, 'before: 1,000'],
  [5_000, 1, 'before: 1'],
] as const)
  test(`${now} after ${before} reads "${words}"`, () => assert.equal(changeWords(now, before), words));

const free = { status: 'completed', reason: null, credits_charged: 0 } as const;

test('each row of a job says what it cost, or why it was free', () => {
  assert.equal(costOf({ ...free, credits_charged: 1 }), '1 credit');
  assert.equal(costOf({ ...free, reason: 'links_only' }), 'Free: links only');
  assert.equal(costOf({ ...free, reason: 'repeat' }), 'Free: asked before');
  assert.equal(costOf({ ...free, reason: 'repeat of line 6' }), 'Free: same as line 6');
  assert.equal(costOf({ ...free, status: 'not_found' }), 'Free: not found');
  assert.equal(costOf({ ...free, status: 'refused', reason: 'not_a_profile' }), 'Free: not a profile');
  assert.equal(costOf({ ...free, status: 'refused', reason: 'not_a_url' }), 'Free: not a link');
  assert.equal(costOf({ ...free, status: 'waiting' }), '');
});
