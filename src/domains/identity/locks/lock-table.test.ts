import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockTable } from './lock-table.ts';

const end = new Date('2026-03-01T00:00:00.000Z');
const justBefore = new Date(end.getTime() - 1);
const forever = new Date(8.64e15);

test('a lock holds until the millisecond before its end', () => {
  const table = lockTable([
    { subject_type: 'email', subject: 'asha@example.com', expires_at: end },
    { subject_type: 'ip', subject: '203.0.113.0/24', expires_at: end },
  ]);
  const at = (now: Date) => [
    table.holds(['email asha@example.com'], now),
    table.holdsAddress('203.0.113.7', now),
  ];
  assert.deepEqual(at(justBefore), [true, true]);
  assert.deepEqual(at(end), [false, false]);
});

test('one locked subject of several is enough, and another type of the same text is another subject', () => {
  const table = lockTable([{ subject_type: 'account', subject: 'asha@example.com', expires_at: forever }]);
  assert.equal(table.holds(['email asha@example.com', 'account asha@example.com'], end), true);
  assert.equal(table.holds(['email asha@example.com', 'account asha'], end), false);
  assert.equal(table.holds([], end), false);
});

test('what was opened until the millisecond before a lock ended was open under it', () => {
  const table = lockTable([{ subject_type: 'email', subject: 'asha@example.com', expires_at: end }]);
  const openedAt = (at: Date) => table.heldAfter(['email asha@example.com'], at);
  assert.deepEqual([openedAt(justBefore), openedAt(end)], [true, false]);
});

const networks = ['203.0.113.7', '198.51.100.0/25', '2001:db8:1:2::/64', '2001:db8:9::1'];
const callers: [address: string, locked: boolean][] = [
  ['203.0.113.7', true],
  ['::ffff:203.0.113.7', true],
  ['203.0.113.8', false],
  ['198.51.100.127', true],
  ['198.51.100.128', false],
  ['2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:3::9', false],
  ['2001:DB8:9:0::1', true],
  ['2001:db8:9::2', false],
  ['', false],
  ['unknown', false],
];
for (const [address, locked] of callers) {
  test(`'${address}' is ${locked ? '' : 'not '}locked by ${networks.join(', ')}`, () => {
    const table = lockTable(
      networks.map((subject) => ({ subject_type: 'ip', subject, expires_at: forever })),
    );
    assert.equal(table.holdsAddress(address, end), locked);
  });
}

test('a network that is locked for longer holds an address whose own lock has ended', () => {
  const table = lockTable([
    { subject_type: 'ip', subject: '203.0.113.7', expires_at: end },
    { subject_type: 'ip', subject: '203.0.113.0/24', expires_at: forever },
  ]);
  assert.equal(table.holdsAddress('203.0.113.7', end), true);
});
