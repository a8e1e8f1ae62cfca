import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { openExtensions } from '#test/support/extension-sessions.ts';
import { customer, givenAccount, lockAccountOf } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const clock = manualClock(new Date());
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const { minted, refresh, refreshed, show, codeOf, statusOf } = openExtensions(service);

test('an account has 20 live sessions: one more ends the one that was renewed longest ago, even when minted at once', async () => {
  const holder = await customer(service);
  const first = await minted(holder, 'first');
  clock.advance(1);
  const second = await minted(holder, 'second');
  clock.advance(1);
  const renewed = await refreshed(first.refresh_token);
  clock.advance(1);
  const rest = await Promise.all(Array.from({ length: 18 }, (_, at) => minted(holder, `rest ${at}`)));
  assert.equal((await show(second)).statusCode, 200);
  clock.advance(1);
  const more = await Promise.all([minted(holder, 'more'), minted(holder, 'even more')]);
  assert.equal(await codeOf(show(second)), 'access_token_expired');
  assert.equal(await statusOf(holder, second), 'over_limit');
  assert.equal(await codeOf(show(renewed)), 'access_token_expired');
  for (const tokens of [...rest, ...more]) assert.equal((await show(tokens)).statusCode, 200);
});

test('live sessions are listed first, however many have ended, and a flood of them is not stored', async () => {
  const holder = await customer(service);
  const kept = await minted(holder, 'kept');
  const { account } = await givenAccount(db, holder);
  const at = new Date(clock.now().getTime() + 1);
  const ended = Array.from({ length: 300 }, (_, index) => ({
    id: `${holder.accountId}-${index}`,
    account,
    label: '',
    created_at: at,
    refreshed_at: at,
    expires_at: new Date(at.getTime() + dayMs),
    ended_at: at,
    ended_because: 'revoked',
  }));
  await db.insertInto('extension_session').values(ended).execute();
  const listed = async () =>
    (await service.internal('GET', `/internal/extension/sessions/${holder.accountId}`)).json().items;
  assert.equal((await listed())[0].id, kept.session_id);
  assert.equal((await listed()).length, 200);
  await minted(holder);
  const { rows } = await service.database.pool.query(
    'select count(*)::int as sessions from extension_session where account = $1',
    [account],
  );
  assert.equal(rows[0].sessions, 182);
});

test('the dashboard ends all sessions at once, and a replaced key ends them unless it keeps them', async () => {
  const holder = await customer(service);
  const stranger = await minted(await customer(service));
  const endAll = async () =>
    (
      await service.internal('POST', `/internal/extension/sessions/${holder.accountId}/revocation`, {})
    ).json();
  const replace = (body: object) =>
    service.internal('POST', `/internal/key/regenerate/${holder.accountId}`, body);
  const both = [await minted(holder), await minted(holder)];
  assert.deepEqual(await endAll(), { ended: 2 });
  assert.deepEqual(await endAll(), { ended: 0 });
  for (const tokens of both) {
    assert.equal(await codeOf(show(tokens)), 'access_token_expired');
    assert.equal(await codeOf(refresh(tokens.refresh_token)), 'session_ended');
  }
  const next = await minted(holder);
  await replace({ keep_sessions: true });
  assert.equal((await show(next)).statusCode, 200);
  await replace({});
  assert.equal(await codeOf(show(next)), 'access_token_expired');
  assert.equal(await statusOf(holder, next), 'key_replaced');
  assert.equal((await show(stranger)).statusCode, 200);
});

test('a lifted lock brings back no session of an extension, but its key; a later session is good', async () => {
  const holder = await customer(service);
  const tokens = await minted(holder);
  clock.advance(1);
  await lockAccountOf(service, holder.accountId);
  const lifted = { subject_type: 'account', subject: holder.accountId, reason: 'cleared' };
  assert.equal((await service.admin('POST', '/api/v1/admin/locks/unlock', lifted)).statusCode, 200);
  assert.equal(await codeOf(show(tokens)), 'access_token_expired');
  assert.equal(await codeOf(refresh(tokens.refresh_token)), 'session_ended');
  assert.equal(await statusOf(holder, tokens), 'revoked');
  assert.equal((await service.withKey(holder.key, 'GET', '/api/v1/usage')).statusCode, 200);
  assert.equal((await show(await minted(holder))).statusCode, 200);
});
