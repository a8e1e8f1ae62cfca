import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { recordViolation } from './sql/violations.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const unban = (id: string) => service.admin('POST', `/api/v1/admin/keys/${id}/unban`);
const violate = (keyId: string, minute: number) =>
  recordViolation(db, {
    keyId,
    windowStartedAt: new Date(Date.UTC(2026, 2, 1, 12, minute)),
    banAfter: 2,
    banWindowMinutes: 60,
  });

test('a lifted ban lets the key in again, resolves the alert, and the next violation starts from none', async () => {
  const key = await givenKey(db, { plan: 'growth' });
  await violate(key.id, 0);
  assert.notEqual(await violate(key.id, 1), null);
  const response = await unban(key.id);
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual([response.json().status, response.json().banned_at], ['active', null]);
  assert.equal((await service.withKey(key.text, 'GET', '/api/v1/key/info')).statusCode, 200);
  const alerts = await db.selectFrom('operator_alert').selectAll().where('subject', '=', key.id).execute();
  assert.ok(alerts.length === 1 && alerts[0]?.resolved_at);
  assert.equal(await violate(key.id, 2), null);
});

test('the audit row has the ban before and after', async () => {
  const key = await givenKey(db);
  await violate(key.id, 0);
  await violate(key.id, 1);
  await unban(key.id);
  const rows = await db.selectFrom('audit_entry').selectAll().where('event', '=', 'key.ban_lifted').execute();
  const row = rows.find(({ details }) => (details as { key_id: string }).key_id === key.id);
  assert.ok(row, 'there is a row');
  const { before, after: afterwards } = row.details as Record<string, { ban_reason: string | null }>;
  assert.deepEqual([before?.ban_reason, afterwards?.ban_reason], ['rate_limit', null]);
});

test('a key that is not banned has no ban to lift', async () => {
  const response = await unban((await givenKey(db)).id);
  assert.deepEqual([response.statusCode, response.json().code], [409, 'ban_not_liftable']);
});

test('a key that was replaced stays banned, even one that was banned for its rate before', async () => {
  for (const banFirst of [false, true]) {
    const key = await givenKey(db);
    if (banFirst) {
      await violate(key.id, 0);
      await violate(key.id, 1);
    }
    await service.internal('POST', `/internal/key/regenerate/${key.accountId}`);
    const response = await unban(key.id);
    assert.deepEqual([response.statusCode, response.json().code], [409, 'ban_not_liftable']);
  }
});

test('an unknown key is 404', async () => {
  assert.equal((await unban('key_nowhere')).statusCode, 404);
});
