import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { claimHandles, handleOwners } from '#domains/identity/index.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { givenVerified, newNumber, sentCode, whatsapp } from '#test/support/whatsapp.ts';
import { maskedNumber } from '#values/masked.ts';

const clock = manualClock();
const service = await testService({ clock });
const { db } = service.database;
after(() => service[Symbol.asyncDispose]());

const statusOf = async (accountId: string) =>
  (await whatsapp(service, 'status', { account_id: accountId })).json();
const unbind = (body: object) =>
  service.admin('POST', '/api/v1/admin/whatsapp/unbind', { reason: 'a new number', ...body });
const ownerOf = async (number: string) => (await handleOwners(db, [{ kind: 'whatsapp', value: number }]))[0];

async function require({ database, app }: TestService, required: boolean): Promise<void> {
  const settings = app.kernel.ports.use(SettingsInForce);
  const change = { change: () => ({ whatsapp_required: required }), reason: 'a test', actor: 'ops' };
  await database.db.transaction().execute((transaction) => settings.change(transaction, change));
  await settings.reload();
}

test('the status follows a number from nothing to verified', async () => {
  const { accountId } = await givenAccount(db);
  const nothing = { required: true, state: 'none', whatsapp: null, verified_at: null, code_expires_at: null };
  assert.deepEqual(await statusOf(accountId), nothing);

  const number = newNumber();
  const code = await sentCode(service, accountId, number);
  const masked = `${number.slice(0, 3)}••••••${number.slice(-3)}`;
  const expiresAt = new Date(clock.now().getTime() + 600_000).toISOString();
  assert.deepEqual(await statusOf(accountId), {
    ...nothing,
    state: 'code_sent',
    whatsapp: masked,
    code_expires_at: expiresAt,
  });

  const confirmed = await whatsapp(service, 'confirm', { account_id: accountId, whatsapp: number, code });
  const verified = {
    ...nothing,
    state: 'verified',
    whatsapp: masked,
    verified_at: clock.now().toISOString(),
  };
  assert.deepEqual([confirmed.json(), await statusOf(accountId)], [verified, verified]);
});

test('a code that expires leaves nothing behind', async () => {
  const { accountId } = await givenAccount(db);
  await sentCode(service, accountId, newNumber());
  clock.advance(600_000);
  assert.equal((await statusOf(accountId)).state, 'none');
});

test('while the requirement is off, a number is recorded without a code, and blocks no other account', async () => {
  const [{ accountId: first }, { accountId: second }] = [await givenAccount(db), await givenAccount(db)];
  const number = newNumber();
  const record = (accountId: string) =>
    whatsapp(service, 'pending', { account_id: accountId, whatsapp: number });
  assert.equal((await record(first)).json().code, 'whatsapp_required');

  await require(service, false);
  assert.equal((await record(first)).json().state, 'recorded');
  assert.equal((await record(second)).json().state, 'recorded');
  assert.equal(await ownerOf(number), null);
  assert.deepEqual((await statusOf(first)).required, false);

  const code = await sentCode(service, second, number);
  await whatsapp(service, 'confirm', { account_id: second, whatsapp: number, code });
  assert.equal((await statusOf(second)).state, 'verified');
  assert.equal((await record(second)).json().code, 'number_already_verified');
  assert.equal((await statusOf(first)).state, 'recorded');
  await require(service, true);
});

test('a verified number is unbound by an operator only, who leaves an audit row without the number', async () => {
  const { accountId, number } = await givenVerified(db);
  const again = await whatsapp(service, 'start', { account_id: accountId, whatsapp: newNumber() });
  assert.equal(again.json().code, 'number_already_verified');

  const response = await unbind({ account_id: accountId });
  assert.deepEqual([response.statusCode, response.json().was_verified], [200, true]);
  assert.equal(await ownerOf(number), null);
  assert.equal((await statusOf(accountId)).state, 'none');
  const { rows } = await service.database.pool.query(
    `select details from audit_entry where event = 'whatsapp.unbound' and details ->> 'account_id' = $1`,
    [accountId],
  );
  assert.deepEqual(rows, [
    {
      details: {
        account_id: accountId,
        before: { whatsapp: maskedNumber(number), verified: true },
        after: null,
        reason: 'a new number',
      },
    },
  ]);

  const { accountId: next } = await givenAccount(db);
  const code = await sentCode(service, next, number);
  await whatsapp(service, 'confirm', { account_id: next, whatsapp: number, code });
  assert.equal((await statusOf(next)).state, 'verified');
});

test('a number can be named instead of its account', async () => {
  const { accountId, number } = await givenVerified(db);
  assert.equal((await unbind({ whatsapp: number })).json().account_id, accountId);
  assert.equal((await unbind({ whatsapp: number })).statusCode, 404);
});

test('a number that was claimed but never verified can be released', async () => {
  const { account, accountId } = await givenAccount(db);
  const number = newNumber();
  await claimHandles(db, account, [{ kind: 'whatsapp', value: number }]);
  assert.deepEqual((await unbind({ whatsapp: number })).json(), {
    account_id: accountId,
    whatsapp: `${number.slice(0, 3)}••••••${number.slice(-3)}`,
    was_verified: false,
  });
  assert.equal(await ownerOf(number), null);
});

test('an account and a number that don’t belong together are 404, and nothing is unbound', async () => {
  const [one, other] = [await givenVerified(db), await givenVerified(db)];
  assert.equal((await unbind({ account_id: one.accountId, whatsapp: other.number })).statusCode, 404);
  assert.deepEqual([await ownerOf(one.number), await ownerOf(other.number)], [one.account, other.account]);
});

test('unbinding names an account or a number, and a reason', async () => {
  assert.equal((await unbind({})).statusCode, 422);
  assert.equal((await unbind({ account_id: 'a', reason: '' })).statusCode, 422);
});

test('a code that waits is void once the number is unbound', async () => {
  const { account, accountId } = await givenAccount(db);
  const number = newNumber();
  await claimHandles(db, account, [{ kind: 'whatsapp', value: number }]);
  const code = await sentCode(service, accountId, number);
  assert.equal((await unbind({ account_id: accountId, whatsapp: number })).statusCode, 200);
  const confirmed = await whatsapp(service, 'confirm', { account_id: accountId, whatsapp: number, code });
  assert.equal(confirmed.json().code, 'code_ended');
});

test('an account that is locked by its email, domain or sign-in gets no code, confirms none, and records none', async () => {
  const email = 'asha@locked-number.example';
  const { account, accountId } = await givenAccount(db, { email });
  await claimHandles(db, account, [{ kind: 'provider_user', value: 'google:locked-number' }]);
  const number = newNumber();
  const code = await sentCode(service, accountId, number);
  for (const lock of [
    { subject_type: 'email', subject: email },
    { subject_type: 'email_domain', subject: 'locked-number.example' },
    { subject_type: 'provider_user', subject: 'google:locked-number' },
  ]) {
    await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
    for (const step of ['start', 'confirm', 'pending'] as const) {
      const response = await whatsapp(service, step, { account_id: accountId, whatsapp: number, code });
      assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked'], step);
    }
    await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', lock);
  }
});

test('a number whose owner is locked by other names is answered like any other', async () => {
  const { accountId: locked, number } = await givenVerified(db);
  const lock = { subject_type: 'account', subject: locked };
  await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
  const { accountId } = await givenAccount(db);
  const response = await whatsapp(service, 'start', { account_id: accountId, whatsapp: number });
  assert.equal(response.statusCode, 200, response.body);
});

test('a locked number or account gets no code, confirms none, and is not recorded', async () => {
  const [{ accountId }, number] = [await givenAccount(db), newNumber()];
  const code = await sentCode(service, accountId, number);
  const locks = [
    { subject_type: 'whatsapp', subject: number },
    { subject_type: 'account', subject: accountId },
  ];
  for (const lock of locks) {
    await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
    for (const step of ['start', 'confirm', 'pending'] as const) {
      const response = await whatsapp(service, step, { account_id: accountId, whatsapp: number, code });
      assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked'], step);
    }
    await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', lock);
  }
});
