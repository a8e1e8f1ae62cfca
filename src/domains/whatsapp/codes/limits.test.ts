import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { givenVerified, newNumber, whatsapp } from '#test/support/whatsapp.ts';

const clock = manualClock();
const service = await testService({ clock });
const twin = await testService({ clock, database: service.database });
after(async () => {
  await twin[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

beforeEach(() => clock.advance(2 * dayMs));

const newAccount = async () => (await givenAccount(service.database.db)).accountId;

/** 200, or the seconds to wait. */
async function start(account: string, number: string, at = service): Promise<number> {
  const response = await whatsapp(at, 'start', { account_id: account, whatsapp: number });
  if (response.statusCode === 200) return 200;
  assert.equal(response.json().code, 'rate_limited', response.body);
  assert.equal(response.json().retry_after, Number(response.headers['retry-after']));
  return response.json().retry_after;
}

test('an account sends one message a minute, to any number', async () => {
  const account = await newAccount();
  assert.equal(await start(account, newNumber()), 200);
  assert.equal(await start(account, newNumber()), 60);
  clock.advance(minuteMs - 1);
  assert.equal(await start(account, newNumber()), 1);
  clock.advance(1);
  assert.equal(await start(account, newNumber()), 200);
});

/** How many messages went to a number. */
async function sentTo(number: string): Promise<number> {
  const { rows } = await service.database.pool.query(
    `select id from whatsapp_message where number = $1 and delivery = 'accepted'`,
    [number],
  );
  return rows.length;
}

test('a number gets one message a minute; another account is answered as ever, and sends nothing', async () => {
  const [number, owner] = [newNumber(), await newAccount()];
  assert.equal(await start(await newAccount(), number), 200);
  clock.advance(minuteMs - 1);
  assert.equal(await start(owner, number), 200);
  assert.equal(await sentTo(number), 1);
  assert.equal(await start(owner, number), 60);
  clock.advance(minuteMs);
  assert.equal(await start(owner, number), 200);
  assert.equal(await sentTo(number), 2);
});

test('a number gets five messages in 24 hours, and what was not sent delays none', async () => {
  const number = newNumber();
  for (let asked = 0; asked < 12; asked += 1) {
    assert.equal(await start(await newAccount(), number), 200);
    clock.advance(minuteMs);
  }
  assert.equal(await sentTo(number), 5);
  clock.advance(dayMs - 12 * minuteMs - 1);
  await start(await newAccount(), number);
  assert.equal(await sentTo(number), 5);
  clock.advance(1);
  await start(await newAccount(), number);
  assert.equal(await sentTo(number), 6);
});

test('an account sends five messages in 24 hours', async () => {
  const account = await newAccount();
  for (let sent = 0; sent < 5; sent += 1) {
    assert.equal(await start(account, newNumber()), 200);
    clock.advance(minuteMs);
  }
  assert.equal(await start(account, newNumber()), (dayMs - 5 * minuteMs) / 1000);
  clock.advance(dayMs - 5 * minuteMs - 1);
  assert.equal(await start(account, newNumber()), 1);
  clock.advance(1);
  assert.equal(await start(account, newNumber()), 200);
  clock.advance(minuteMs - 1);
  assert.equal(await start(account, newNumber()), 1);
});

test('of 200 calls of one account at once, over two processes, one sends', async () => {
  const account = await newAccount();
  const numbers = Array.from({ length: 200 }, newNumber);
  const said = await Promise.all(
    numbers.map((number, at) => start(account, number, at % 2 ? service : twin)),
  );
  assert.equal(said.filter((each) => each === 200).length, 1);
});

test('of 200 calls to one number at once, over two processes, one sends', async () => {
  const number = newNumber();
  const accounts = await Promise.all(Array.from({ length: 200 }, newAccount));
  const said = await Promise.all(
    accounts.map((account, at) => start(account, number, at % 2 ? service : twin)),
  );
  assert.deepEqual(new Set(said), new Set([200]));
  assert.equal(await sentTo(number), 1);
});

test('calls that cross accounts and numbers at once don’t deadlock', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, newAccount));
  const numbers = Array.from({ length: 8 }, newNumber);
  const said = await Promise.all(
    accounts.flatMap((account, a) =>
      numbers.map((number, n) => start(account, number, (a + n) % 2 ? service : twin)),
    ),
  );
  assert.equal(said.filter((each) => each === 200).length, 8);
});

test('a number that is bound to another account is answered and limited like any other', async () => {
  const { number } = await givenVerified(service.database.db);
  for (const each of [number, newNumber()]) {
    assert.equal(await start(await newAccount(), each), 200);
    clock.advance(1);
    assert.equal(await start(await newAccount(), each), 200);
    assert.equal(await sentTo(each), 1);
  }
});
