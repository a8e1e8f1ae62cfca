import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { givenSubscription } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';
import { sizeOf } from '#test/support/size.ts';
import { alertsOf, givenVerified, newNumber, whatsapp } from '#test/support/whatsapp.ts';

const clock = manualClock();
const service = await testService({ clock });
const twin = await testService({ clock, database: service.database });
after(async () => {
  await twin[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

beforeEach(() => clock.advance(2 * dayMs));

const newAccount = async () => (await givenAccount(service.database.db)).accountId;

const provider = memoryProvider();
const givenPaid = () => givenSubscription(service.database.db, provider, { plan: 'starter' });

/** 200, or the seconds to wait. */
async function start(account: string, number: string, at = service, asker: object = {}): Promise<number> {
  const response = await whatsapp(at, 'start', { account_id: account, whatsapp: number, ...asker });
  if (response.statusCode === 200) return 200;
  assert.equal(response.json().code, 'rate_limited', response.body);
  assert.equal(response.json().retry_after, Number(response.headers['retry-after']));
  return response.json().retry_after;
}

test('an account sends one message per minute, to any number', async () => {
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

test('a number gets one message per minute; another account gets the usual answer, and sends nothing', async () => {
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

test('a number gets ten messages in 24 hours, and what was not sent delays none', async () => {
  const number = newNumber();
  for (let asked = 0; asked < 17; asked += 1) {
    assert.equal(await start(await newAccount(), number), 200);
    clock.advance(minuteMs);
  }
  assert.equal(await sentTo(number), 10);
  clock.advance(dayMs - 17 * minuteMs - 1);
  await start(await newAccount(), number);
  assert.equal(await sentTo(number), 10);
  clock.advance(1);
  await start(await newAccount(), number);
  assert.equal(await sentTo(number), 11);
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

const atOnce = sizeOf({ small: 60, whole: 200 });

test(`one of ${atOnce} concurrent calls of one account, over two processes, sends`, async () => {
  const account = await newAccount();
  const numbers = Array.from({ length: atOnce }, newNumber);
  const said = await Promise.all(
    numbers.map((number, at) => start(account, number, at % 2 ? service : twin)),
  );
  assert.equal(said.filter((each) => each === 200).length, 1);
});

test(`one of ${atOnce} concurrent calls to one number, over two processes, sends`, async () => {
  const number = newNumber();
  const accounts = await Promise.all(Array.from({ length: atOnce }, newAccount));
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

/** All codes that a number gets in a day when strangers request them. */
async function useUp(number: string): Promise<void> {
  for (let asked = 0; asked < 10; asked += 1) {
    await start(await newAccount(), number);
    clock.advance(minuteMs);
  }
  assert.equal(await sentTo(number), 10);
}

test('five requests of a stranger leave the number its messages', async () => {
  const [number, stranger] = [newNumber(), await newAccount()];
  for (let asked = 0; asked < 5; asked += 1) {
    assert.equal(await start(stranger, number), 200);
    clock.advance(minuteMs);
  }
  assert.equal(await start(await newAccount(), number), 200);
  assert.equal(await sentTo(number), 6);
});

test('of several accounts at one address or device, five messages go to a number', async () => {
  for (const asker of [{ ip: '2001:db8:7::1' }, { device_id: 'dev_1' }]) {
    const number = newNumber();
    for (let asked = 0; asked < 8; asked += 1) {
      await start(await newAccount(), number, service, asker).catch(() => {});
      clock.advance(minuteMs);
    }
    assert.equal(await sentTo(number), 5);
    assert.equal(await start(await newAccount(), number, service, { ip: '2001:db8:8::1' }), 200);
    assert.equal(await sentTo(number), 6);
  }
});

test('an address gets 20 messages in 24 hours, whatever the account, and IPv6 counts by its /64', async () => {
  for (let asked = 0; asked < 20; asked += 1) {
    assert.equal(await start(await newAccount(), newNumber(), service, { ip: `2001:db8:9::${asked}` }), 200);
    clock.advance(minuteMs);
  }
  const ip = '2001:db8:9::ffff';
  assert.equal(await start(await newAccount(), newNumber(), service, { ip }), (dayMs - 20 * minuteMs) / 1000);
  assert.equal(await start(await newAccount(), newNumber(), service, { ip: '2001:db8:a::1' }), 200);
});

test('a device gets one message per minute and five in 24 hours', async () => {
  const asker = { device_id: 'dev_2' };
  for (let asked = 0; asked < 5; asked += 1) {
    assert.equal(await start(await newAccount(), newNumber(), service, asker), 200);
    assert.equal(
      await start(await newAccount(), newNumber(), service, asker).then((is) => is > 60),
      asked === 4,
    );
    clock.advance(minuteMs);
  }
});

test('an account that verified the number before gets codes after strangers used it up, within the same minute', async () => {
  const { number, accountId } = await givenVerified(service.database.db);
  await service.admin('POST', '/api/v1/admin/whatsapp/unbind', {
    account_id: accountId,
    reason: 'A new phone',
  });
  await useUp(number);
  await start(await newAccount(), number);
  assert.equal(await start(accountId, number), 200);
  assert.equal(await sentTo(number), 11);
  clock.advance(minuteMs);
  assert.equal(await start(accountId, newNumber()), 200);
  await start(await newAccount(), number);
  assert.equal(await sentTo(number), 11);
});

test('an account that has paid gets codes to a number that strangers used up', async () => {
  const number = newNumber();
  const { accountId } = await givenPaid();
  await useUp(number);
  assert.equal(await start(accountId, number), 200);
  assert.equal(await sentTo(number), 11);
});

/** The problem of a start that is refused. */
async function refusedStart(account: string, number: string) {
  const response = await whatsapp(service, 'start', { account_id: account, whatsapp: number });
  assert.equal(response.statusCode, 503, response.body);
  return { ...response.json(), retryAfter: response.headers['retry-after'] };
}

test('10 of 20 concurrent new accounts send a message; the others wait one minute, and an alert opens', async () => {
  const accounts = await Promise.all(Array.from({ length: 20 }, newAccount));
  const answers = await Promise.all(
    accounts.map((account_id, at) =>
      whatsapp(at % 2 ? service : twin, 'start', { account_id, whatsapp: newNumber() }),
    ),
  );
  const counts = Object.entries(Object.groupBy(answers, ({ statusCode }) => String(statusCode)));
  assert.deepEqual(
    counts.map(([status, of]) => [status, of!.length]),
    [
      ['200', 10],
      ['503', 10],
    ],
  );
  assert.deepEqual(await alertsOf(service, 'whatsapp_limit'), {
    minute: { setting: 'whatsapp_messages_per_minute', limit: 10 },
  });
  const late = await newAccount();
  const { code, retryAfter } = await refusedStart(late, newNumber());
  assert.deepEqual([code, retryAfter], ['messaging_unavailable', '60']);
  const { number, accountId } = await givenVerified(service.database.db);
  await service.admin('POST', '/api/v1/admin/whatsapp/unbind', {
    account_id: accountId,
    reason: 'A new phone',
  });
  assert.equal(await start(accountId, number), 200);
  assert.equal(await start((await givenPaid()).accountId, newNumber()), 200);
  clock.advance(minuteMs - 1);
  await refusedStart(late, newNumber());
  clock.advance(1);
  assert.equal(await start(late, newNumber()), 200);
});

test('an hour and a day have limits in all, as the settings say', async () => {
  await using _changed = await withSettings(service, {
    whatsapp_messages_per_hour: 3,
    whatsapp_messages_per_day: 4,
  });
  for (let sent = 0; sent < 3; sent += 1) assert.equal(await start(await newAccount(), newNumber()), 200);
  assert.equal((await refusedStart(await newAccount(), newNumber())).retryAfter, '3600');
  clock.advance(60 * minuteMs);
  assert.equal(await start(await newAccount(), newNumber()), 200);
  assert.equal((await refusedStart(await newAccount(), newNumber())).retryAfter, String(23 * 3600));
});

test('a full limit refuses every number, so it reveals nothing about one', async () => {
  await using _changed = await withSettings(service, { whatsapp_messages_per_minute: 1 });
  const { number } = await givenVerified(service.database.db);
  assert.equal(await start(await newAccount(), newNumber()), 200);
  const { request_id: _, ...known } = await refusedStart(await newAccount(), number);
  const { request_id: __, ...unknown } = await refusedStart(await newAccount(), newNumber());
  assert.deepEqual(known, unknown);
});
