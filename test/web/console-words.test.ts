import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { alertWords } from '#domains/audit/alert-words.ts';
import { changesBetween } from '#web/console/parts/changes.ts';
import { readable, reasonOf, worded } from '#web/console/parts/words.ts';
import { stepOfAlert } from '#web/console/views/alerts/step-of-alert.ts';
import { wordsOfRefusal } from '#web/console/views/directory/new-import/words-of-refusal.ts';
import { lookupsOver } from '#web/console/views/overview/lookups-over.ts';

for (const [before, after, changes] of [
  [{ rate: 20, note: 'a' }, { rate: 30, note: 'a' }, [['rate', 20, 30]]],
  [null, { reason: 'spam' }, [['reason', undefined, 'spam']]],
  [{ reason: 'spam' }, null, [['reason', 'spam', undefined]]],
  [{ ips: ['a'] }, { ips: ['a', 'b'] }, [['ips', ['a'], ['a', 'b']]]],
  [{ ips: ['a'], end: null }, { ips: ['a'] }, []],
  [{ note: null }, { note: '' }, []],
  [20, null, [['', 20, null]]],
  [null, null, []],
] as const) {
  test(`from ${JSON.stringify(before)} to ${JSON.stringify(after)}, ${changes.length} changed`, () => {
    const found = changesBetween(before, after);
    assert.deepEqual(
      found.map(({ name, before: was, after: is }) => [name, was, is]),
      changes,
    );
  });
}

for (const [name, words] of [
  ['key.ban_lifted', 'Key ban lifted'],
  ['rate_limit_per_min', 'Rate limit per min'],
  ['allowed_ips', 'Allowed IPs'],
  ['whatsapp.code_sent', 'WhatsApp code sent'],
] as const) {
  test(`${name} reads ${words}`, () => assert.equal(worded(name), words));
}

test('a code is worded, and text by a person stays as it is', () => {
  assert.equal(reasonOf('not_found'), 'Not found');
  assert.equal(reasonOf('with the key cty_live_4fRzq7Tk'), 'with the key cty_live_4fRzq7Tk');
  assert.equal(reasonOf(''), '–');
});

test('values read as people write them', () => {
  assert.deepEqual([null, '', true, [], ['a', 'b'], 0, { a: 1 }].map(readable), [
    '–',
    '–',
    'yes',
    'none',
    'a, b',
    '0',
    '{"a":1}',
  ]);
});

for (const [kind, subject, details, href] of [
  ['opt_out_waiting', 'mail_refused', {}, '/console/opt-outs'],
  ['source_refused', 'hunter', {}, '/console/sources/hunter'],
  ['ledger_mismatch', 'account a/b', {}, '/console/accounts/a%2Fb'],
  ['ledger_mismatch', 'account #7', {}, undefined],
  ['lookup_gave_up', 'lkp_1', { account_id: 'acct_asha' }, '/console/accounts/acct_asha'],
  ['job_failed', 'usage.keep-months', {}, 'usage.keep-months'],
  ['payment_correction_failed', 'razorpay:pay_1', {}, '/console/payments?q=pay_1'],
] as const) {
  test(`the alert ${kind} of ${subject} leads to ${href}`, () => {
    const step = stepOfAlert({ kind, subject, details });
    assert.equal(step && ('href' in step ? step.href : step.job), href);
  });
}

test('every kind of alert has a button, but for the processes of a machine', () => {
  const details = { account_id: 'acct_asha' };
  const without = Object.keys(alertWords).filter(
    (kind) => !stepOfAlert({ kind, subject: 'one', details: kind in ofMachines ? {} : details }),
  );
  assert.deepEqual(without.sort(), Object.keys(ofMachines).sort());
});

const ofMachines = { event_loop_stalled: true, no_workers: true };

test('why a file is refused names what the page has, and keeps the line', () => {
  const refusal = (reason: string, message: string) => wordsOfRefusal({ reason, message });
  assert.match(refusal('date_order_missing', 'Line 2: Say `date_order=dmy`.'), /^Line 2: A date can be/);
  assert.match(refusal('missing_column', 'Use `map=…`.'), /^No column holds a profile link.* under Columns/);
  assert.match(
    refusal('not_utf8', 'Send it with `encoding=windows-1252`.'),
    /^The file looks like Western European \(Windows-1252\)\. [^`]*$/,
  );
  assert.equal(
    refusal('not_utf8', 'Name the encoding with `encoding`.'),
    'The file isn’t in UTF-8. Choose its encoding above.',
  );
  assert.equal(refusal('empty', 'The file is empty.'), 'The file is empty.');
});

const call = (hour: string, completed: number, not_found: number) => ({
  hour,
  requests: completed + not_found,
  completed,
  not_found,
  credits: completed,
});

test('hours without lookups are zeros, from the one in which the window begins to now', () => {
  const over = lookupsOver(
    { since: '2026-03-01T21:40:00.000Z', hours: 3, hourly: [call('2026-03-01T22:00:00.000Z', 5, 2)] },
    Date.parse('2026-03-02T00:40:00.000Z'),
  );
  assert.equal(over.step, 'hour');
  assert.deepEqual(over.found, [
    ['2026-03-01T21:00:00.000Z', 0],
    ['2026-03-01T22:00:00.000Z', 5],
    ['2026-03-01T23:00:00.000Z', 0],
    ['2026-03-02T00:00:00.000Z', 0],
  ]);
  assert.equal(over.notFound[1]![1], 2);
});

test('long ranges are shown by UTC day', () => {
  const over = lookupsOver(
    {
      since: '2026-02-27T12:00:00.000Z',
      hours: 169,
      hourly: [call('2026-02-28T22:00:00.000Z', 5, 2), call('2026-02-28T23:00:00.000Z', 1, 1)],
    },
    Date.parse('2026-03-01T12:00:00.000Z'),
  );
  assert.equal(over.step, 'day');
  assert.deepEqual(over.found, [
    ['2026-02-27', 0],
    ['2026-02-28', 6],
    ['2026-03-01', 0],
  ]);
});

test('the guide of the console mentions every entry of the navigation', () => {
  const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const guide = textOf('docs/guide/console.md').toLowerCase();
  const entries = [...textOf('web/console/routes.ts').matchAll(/nav: '([^']+)'/g)].map(([, entry]) => entry!);
  assert.ok(entries.length > 10);
  assert.deepEqual(
    entries.filter((entry) => !guide.includes(entry.toLowerCase())),
    [],
  );
});
