import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';
import { newNumber, sentCode, whatsapp } from '#test/support/whatsapp.ts';

/** A code can't be guessed, replayed, used across accounts or tried a sixth time, also by 200 calls at once. */
const clock = manualClock();
const service = await testService({ clock });
// This test counts the tries of a code.
await withSettings(service, { account_acts_per_minute: 10_000 });
const twin = await testService({ clock, database: service.database });
after(async () => {
  await twin[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

let accountId: string;
let number: string;
let code: string;
beforeEach(async () => {
  ({ accountId } = await givenAccount(service.database.db));
  number = newNumber();
  code = await sentCode(service, accountId, number);
});

const another = (than: string, by = 1) => String((Number(than) + by) % 1_000_000).padStart(6, '0');

async function confirm(typed: string, { account = accountId, to = number, at = service } = {}) {
  const response = await whatsapp(at, 'confirm', { account_id: account, whatsapp: to, code: typed });
  const { state, code: refusal, tries_left: left } = response.json();
  return left === undefined ? (state ?? refusal) : `${refusal} ${left}`;
}

test('the right code binds the number, once', async () => {
  assert.equal(await confirm(code), 'verified');
  assert.equal(await confirm(code), 'number_already_verified');
});

test('a wrong code says how many tries are left, and after five the right one is refused', async () => {
  for (const left of [4, 3, 2, 1, 0]) {
    assert.equal(await confirm(another(code, 1 + left)), `code_wrong ${left}`);
  }
  assert.equal(await confirm(code), 'code_ended');
});

test('the right code is accepted on the fifth try', async () => {
  for (const by of [1, 2, 3, 4]) await confirm(another(code, by));
  assert.equal(await confirm(code), 'verified');
});

test('200 concurrent guesses, over two processes, have five tries', async () => {
  const guesses = Array.from({ length: 200 }, (_, by) =>
    confirm(another(code, 1 + by), { at: by % 2 ? service : twin }),
  );
  const said = await Promise.all(guesses);
  assert.deepEqual(said.filter((each) => each !== 'code_ended').sort(), [
    'code_wrong 0',
    'code_wrong 1',
    'code_wrong 2',
    'code_wrong 3',
    'code_wrong 4',
  ]);
  assert.equal(await confirm(code), 'code_ended');
});

test('one of 200 concurrent calls with the right code, over two processes, binds the number', async () => {
  const said = await Promise.all(
    Array.from({ length: 200 }, (_, by) => confirm(code, { at: by % 2 ? service : twin })),
  );
  assert.equal(said.filter((each) => each === 'verified').length, 1);
  assert.deepEqual([...new Set(said)].sort(), ['number_already_verified', 'verified']);
});

test('the code of another account is refused, and costs that account no try', async () => {
  const { accountId: stranger } = await givenAccount(service.database.db);
  for (let tried = 0; tried < 6; tried += 1) {
    assert.equal(await confirm(code, { account: stranger }), 'code_ended');
  }
  assert.equal(await confirm(code), 'verified');
});

test('the code of another account is wrong where the account has one of its own for the number', async () => {
  const { accountId: second } = await givenAccount(service.database.db);
  clock.advance(60_000);
  const own = await sentCode(service, second, number);
  if (own !== code) assert.equal(await confirm(code, { account: second }), 'code_wrong 4');
  assert.equal(await confirm(own, { account: second }), 'verified');
});

test('a code is for the number that it was sent to', async () => {
  assert.equal(await confirm(code, { to: newNumber() }), 'code_ended');
  assert.equal(await confirm(code), 'verified');
});

test('a new code voids the older one, also when it goes to another number', async () => {
  clock.advance(60_000);
  const next = newNumber();
  const newer = await sentCode(service, accountId, next);
  assert.equal(await confirm(code), 'code_ended');
  assert.equal(await confirm(newer, { to: next }), 'verified');
});

test('a code holds until the millisecond before its ten minutes are over', async () => {
  clock.advance(599_999);
  assert.match(await confirm(another(code)), /^code_wrong/);
  clock.advance(1);
  assert.equal(await confirm(code), 'code_ended');
});

test('a number that another account has proved is refused only to who proves it too', async () => {
  assert.equal(await confirm(code), 'verified');
  const { accountId: second } = await givenAccount(service.database.db);
  clock.advance(60_000);
  const own = await sentCode(service, second, number);
  assert.match(await confirm(another(own), { account: second }), /^code_wrong/);
  assert.equal(await confirm(own, { account: second }), 'handle_taken');
  assert.equal(await confirm(own, { account: second }), 'code_ended');
});

test('of accounts that prove one number at the same time, one gets it', async () => {
  const rivals = [{ account: accountId, code }];
  for (let rival = 0; rival < 4; rival += 1) {
    clock.advance(60_000);
    const { accountId: account } = await givenAccount(service.database.db);
    rivals.push({ account, code: await sentCode(service, account, number) });
  }
  const said = await Promise.all(rivals.map(({ account, code: own }) => confirm(own, { account })));
  assert.deepEqual(said.sort(), ['handle_taken', 'handle_taken', 'handle_taken', 'handle_taken', 'verified']);
});

test('neither the database nor a stored answer has the code', async () => {
  const headers = { 'x-internal-secret': 'internal-secret-of-the-tests', 'idempotency-key': number };
  const body = { account_id: accountId, whatsapp: number, code };
  await service.request('POST', '/internal/identity/whatsapp/confirm', { headers, body });
  const { rows } = await service.database.pool.query(`
    select to_jsonb(whatsapp_message) - 'sent_at' - 'expires_at' - 'delivery_at' - 'used_at' as row from whatsapp_message
    union all select to_jsonb(audit_entry) - 'at' from audit_entry
    union all select to_jsonb(idempotent_answer) from idempotent_answer`);
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows.map(({ row }) => Object.values(row))).includes(`"${code}"`));
  assert.equal((await service.database.pool.query('select from idempotent_answer')).rowCount, 0);
});
