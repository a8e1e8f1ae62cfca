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

test('a number gets one message a minute, from any account', async () => {
  const number = newNumber();
  assert.equal(await start(await newAccount(), number), 200);
  clock.advance(minuteMs - 1);
  assert.equal(await start(await newAccount(), number), 1);
  clock.advance(1);
  assert.equal(await start(await newAccount(), number), 200);
});

for (const [words, next] of [
  ['an account sends', async (account: string) => [account, newNumber()] as const],
  ['a number gets', async (_: string, number: string) => [await newAccount(), number] as const],
] as const) {
  test(`${words} five messages in 24 hours`, async () => {
    const [account, number] = [await newAccount(), newNumber()];
    for (let sent = 0; sent < 5; sent += 1) {
      assert.equal(await start(...(await next(account, number))), 200);
      clock.advance(minuteMs);
    }
    assert.equal(await start(...(await next(account, number))), (dayMs - 5 * minuteMs) / 1000);
    clock.advance(dayMs - 5 * minuteMs - 1);
    assert.equal(await start(...(await next(account, number))), 1);
    clock.advance(1);
    assert.equal(await start(...(await next(account, number))), 200);
    clock.advance(minuteMs - 1);
    assert.equal(await start(...(await next(account, number))), 1);
  });
}

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
  assert.equal(said.filter((each) => each === 200).length, 1);
});

test('calls that cross accounts and numbers at once don’t deadlock', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, newAccount));
  const numbers = Array.from({ length: 8 }, newNumber);
  const said = await Promise.all(
    accounts.flatMap((account, a) =>
      numbers.map((number, n) => start(account, number, (a + n) % 2 ? service : twin)),
    ),
  );
  const sent = said.filter((each) => each === 200).length;
  assert.ok(sent >= 1 && sent <= 8, String(sent));
});

test('a number that is bound to another account is answered and limited like any other', async () => {
  const { number } = await givenVerified(service.database.db);
  for (const each of [number, newNumber()]) {
    assert.equal(await start(await newAccount(), each), 200);
    clock.advance(1);
    assert.equal(await start(await newAccount(), each), 60);
  }
});
