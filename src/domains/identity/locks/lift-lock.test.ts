import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { testSecrets, testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

const headers = { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'ravi' };
const lock = (subject_type: string, subject: string, others: object = {}) =>
  service.admin('POST', '/api/v1/admin/locks', { subject_type, subject, reason: 'why', ...others });

type Lift = (subject_type: string, subject: string, reason?: string) => ReturnType<typeof service.request>;
const lifts: [door: string, lift: Lift][] = [
  [
    'POST …/unlock',
    (subject_type, subject, reason) =>
      service.request('POST', '/api/v1/admin/locks/unlock', {
        headers,
        body: { subject_type, subject, reason },
      }),
  ],
  [
    'DELETE',
    (subject_type, subject) =>
      service.request('DELETE', `/api/v1/admin/locks?${new URLSearchParams({ subject_type, subject })}`, {
        headers,
      }),
  ],
];

for (const [door, lift] of lifts) {
  test(`${door} lifts the lock on a subject however it is written, and says who did`, async () => {
    await lock('email', 'asha@example.com');
    const response = await lift('email', 'ASHA@example.com ');
    const { status, lifted_by, lifted_at, reason } = response.json();
    assert.deepEqual([response.statusCode, status, lifted_by, reason], [200, 'lifted', 'ravi', 'why']);
    assert.ok(lifted_at);
  });

  test(`${door} of what isn't locked, or isn't any more, is 404`, async () => {
    assert.equal((await lift('account', 'never locked')).statusCode, 404);
    await lock('account', 'locked once');
    assert.equal((await lift('account', 'locked once')).statusCode, 200);
    assert.equal((await lift('account', 'locked once')).statusCode, 404);
    await lock('account', 'locked briefly', {
      expires_at: new Date(clock.now().getTime() + 1000).toISOString(),
    });
    clock.advance(1000);
    assert.equal((await lift('account', 'locked briefly')).statusCode, 404);
  });

  test(`${door} of a subject that is not of its type is 422 naming it`, async () => {
    const response = await lift('ip', 'nowhere');
    const part = door === 'DELETE' ? 'query' : 'body';
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, [part, 'subject']]);
  });
}

test('the audit row names the lifted lock', async () => {
  await lock('account', 'audited');
  await lifts[0]![1]('account', 'audited', 'They paid');
  const { rows } = await service.database.pool.query(
    `select actor, details from audit_entry where event = 'lock.lifted' and details->>'subject' = 'audited'`,
  );
  assert.deepEqual(rows, [
    {
      actor: 'ravi',
      details: {
        lock_id: rows[0].details.lock_id,
        account_id: 'audited',
        subject_type: 'account',
        subject: 'audited',
        before: { reason: 'why', created_by: 'ops', expires_at: null },
        after: null,
        reason: 'They paid',
      },
    },
  ]);
});

test('a mailbox has one lock, which any of its addresses lifts, and the audit log has what was given, masked', async () => {
  const first = await lock('email', 'As.ha+shop@gmail.com');
  assert.equal(first.json().subject, 'asha@gmail.com');
  await lock('email', 'asha+2@gmail.com', { reason: 'again' });
  const { rows: locks } = await service.database.pool.query(
    `select reason from identity_lock where subject = 'asha@gmail.com'`,
  );
  assert.deepEqual(locks, [{ reason: 'again' }]);
  assert.equal((await lifts[1]![1]('email', 'a.sha@googlemail.com')).statusCode, 200);
  const { rows } = await service.database.pool.query(
    `select details->>'given' as given from audit_entry where details->>'lock_id' = $1 order by id`,
    [first.json().id],
  );
  assert.deepEqual(
    rows.map(({ given }) => given),
    ['a…@gmail.com', 'a…@gmail.com', 'a…@googlemail.com'],
  );
});

test('exactly one of twenty concurrent calls lifts a lock', async () => {
  await lock('account', 'crowd');
  const responses = await Promise.all(Array.from({ length: 20 }, () => lifts[0]![1]('account', 'crowd')));
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1);
  assert.equal(responses.filter(({ statusCode }) => statusCode === 404).length, 19);
});

test('what was lifted can be locked again, and the first lock stays in the records', async () => {
  await lock('account', 'twice', { reason: 'first' });
  await lifts[0]![1]('account', 'twice');
  await lock('account', 'twice', { reason: 'second' });
  const { rows } = await service.database.pool.query(
    `select reason, lifted_by from identity_lock where subject = 'twice' order by id`,
  );
  assert.deepEqual(rows, [
    { reason: 'first', lifted_by: 'ravi' },
    { reason: 'second', lifted_by: null },
  ]);
});
