import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { testSecrets, testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

const lock = (body: object) =>
  service.request('POST', '/api/v1/admin/locks', {
    body,
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'asha' },
  });
const locksOf = async (subject: string) => {
  const { rows } = await service.database.pool.query('select * from identity_lock where subject = $1', [
    subject,
  ]);
  return rows;
};
const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

test('a lock is answered with its subject in the one form of writing', async () => {
  const response = await lock({
    subject_type: 'email',
    subject: ' Made@Example.com',
    reason: 'chargebacks',
    expires_at: '2026-03-02T05:30:00+05:30',
  });
  const { id, created_at, ...answer } = response.json();
  assert.match(id, /^\d+$/);
  assert.deepEqual(answer, {
    subject_type: 'email',
    subject: 'made@example.com',
    status: 'active',
    reason: 'chargebacks',
    created_by: 'asha',
    expires_at: '2026-03-02T00:00:00.000Z',
    lifted_at: null,
    lifted_by: null,
  });
  assert.ok(!Number.isNaN(Date.parse(created_at)));
});

test('a lock without an end has none', async () => {
  const response = await lock({ subject_type: 'account', subject: 'endless' });
  assert.deepEqual([response.json().expires_at, response.json().reason], [null, '']);
});

test('locking again renews the one lock, and the audit log has what it said before', async () => {
  await lock({ subject_type: 'ip', subject: '203.0.113.0/24', reason: 'first', expires_at: at(60_000) });
  const again = await lock({ subject_type: 'ip', subject: '203.0.113.9/24', reason: 'second' });
  assert.deepEqual([again.json().reason, again.json().expires_at], ['second', null]);
  assert.equal((await locksOf('203.0.113.0/24')).length, 1);
  const { rows } = await service.database.pool.query(
    `select actor, event, details from audit_entry where details->>'subject' = '203.0.113.0/24' order by id`,
  );
  assert.deepEqual(rows[1], {
    actor: 'asha',
    event: 'lock.created',
    details: {
      lock_id: rows[0].details.lock_id,
      subject_type: 'ip',
      subject: '203.0.113.0/24',
      before: { reason: 'first', created_by: 'asha', expires_at: at(60_000) },
      after: { reason: 'second', created_by: 'asha', expires_at: null },
    },
  });
  assert.equal(rows[0].details.before, null);
});

test('twenty concurrent locks on one subject all succeed and leave one lock', async () => {
  const body = (n: number) => ({
    subject_type: 'email_domain',
    subject: 'crowd.example',
    reason: `number ${n}`,
  });
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => lock(body(n))));
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal((await locksOf('crowd.example')).length, 1);
});

for (const [body, named] of [
  [{ subject_type: 'email', subject: 'not an email' }, 'subject'],
  [{ subject_type: 'email_domain', subject: 'localhost' }, 'subject'],
  [{ subject_type: 'ip', subject: '203.0.113.0/33' }, 'subject'],
  [{ subject_type: 'ip', subject: '0.0.0.0/0' }, 'subject'],
  [{ subject_type: 'ip', subject: '10.0.0.0/7' }, 'subject'],
  [{ subject_type: 'ip', subject: '2001::/15' }, 'subject'],
  [{ subject_type: 'whatsapp', subject: '5550143' }, 'subject'],
  [{ subject_type: 'provider_user', subject: 'google' }, 'subject'],
  [{ subject_type: 'account', subject: ' ' }, 'subject'],
  [{ subject_type: 'account' }, 'subject'],
  [{ subject: 'someone' }, 'subject_type'],
  [{ subject_type: 'person', subject: 'someone' }, 'subject_type'],
  [{ subject_type: 'account', subject: 'a', expires_at: at(0) }, 'expires_at'],
  [{ subject_type: 'account', subject: 'a', expires_at: 'tomorrow' }, 'expires_at'],
  [{ subject_type: 'account', subject: 'a', reason: 'x'.repeat(501) }, 'reason'],
] as const) {
  test(`${JSON.stringify(body).slice(0, 90)} is 422 naming ${named}`, async () => {
    const response = await lock(body);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', named]]);
  });
}

for (const subject of ['10.0.0.0/8', '2001::/16']) {
  test(`${subject} is narrow enough to be locked`, async () => {
    assert.equal((await lock({ subject_type: 'ip', subject })).statusCode, 200);
  });
}

test('an end a millisecond ahead is taken', async () => {
  assert.equal(
    (await lock({ subject_type: 'account', subject: 'brief', expires_at: at(1) })).statusCode,
    200,
  );
});
