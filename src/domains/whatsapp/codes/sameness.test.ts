import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { type CloudApiStandIn, openCloudApiStandIn } from '#dev/stand-ins/whatsapp/cloud-api-stand-in.ts';
import { otherNumbers, refusedNumber } from '#dev/stand-ins/whatsapp/magic-numbers.ts';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { alertsOf, givenVerified, newNumber, whatsapp } from '#test/support/whatsapp.ts';

/** The answer never discloses whether a number exists, uses WhatsApp or belongs to an account. */
const clock = manualClock();
let standIn: CloudApiStandIn;
let service: TestService;
before(async () => {
  standIn = await openCloudApiStandIn();
  service = await testService({ clock, environment: standIn.environment });
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await standIn?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  clock.advance(2 * dayMs);
  await service.database.pool.query(
    'update operator_alert set resolved_at = now() where resolved_at is null',
  );
});

const newAccount = async () => (await givenAccount(service.database.db)).accountId;

/** Status, headers and body, without what differs from call to call. */
async function answerFor(number: string) {
  const response = await whatsapp(service, 'start', { account_id: await newAccount(), whatsapp: number });
  const { 'x-request-id': _, date, ...headers } = response.headers;
  const { request_id, ...body } = response.json();
  return { status: response.statusCode, headers, body };
}

const deliveryTo = async (number: string) => {
  const { rows } = await service.database.pool.query(
    'select delivery, error_code, counts from whatsapp_message where number = $1 order by sent_at desc limit 1',
    [number],
  );
  return rows[0];
};

const aboutTheNumber: [words: string, number: () => string | Promise<string>, alert: string | null][] = [
  ['isn’t on WhatsApp', () => refusedNumber(131026), null],
  ['may receive nothing more for a day', () => refusedNumber(131049), null],
  ['had too many messages', () => refusedNumber(131056), null],
  ['fails with a temporary error three times', () => refusedNumber(131016), null],
  ['has a parameter that is refused', () => refusedNumber(131009), 'request'],
  ['is in a country that is closed', () => refusedNumber(130497), 'country'],
  ['isn’t on a test account’s list', () => refusedNumber(131030), 'test_recipient'],
  ['fails with an unknown code', () => refusedNumber(999_999), 'unknown'],
  ['recovers after a temporary error', () => otherNumbers.recovering, null],
  ['belongs to another account', async () => (await givenVerified(service.database.db)).number, null],
];
for (const [words, numberOf, alert] of aboutTheNumber) {
  test(`a number that ${words} is answered like any other`, async () => {
    const number = await numberOf();
    assert.deepEqual(await answerFor(number), await answerFor(newNumber()));
    assert.deepEqual(Object.keys(await alertsOf(service, 'whatsapp_trouble')), alert ? [alert] : []);
    assert.equal((await deliveryTo(number)).counts, true);
  });
}

test('a number that may receive nothing for a day isn’t tried again before, and gets the usual answer', async () => {
  const number = refusedNumber(130472);
  const first = await answerFor(number);
  const asked = standIn.requests.length;
  clock.advance(dayMs - 1);
  assert.deepEqual(await answerFor(number), first);
  assert.equal(standIn.requests.length, asked);
  assert.equal((await deliveryTo(number)).delivery, 'not_sent');
  clock.advance(dayMs);
  assert.deepEqual(await answerFor(number), first);
  assert.equal(standIn.requests.length, asked + 1);
});

const aboutEverything: [words: string, number: string, alert: string, pauseMs: number][] = [
  ['a token that has ended', refusedNumber(190), 'credential', 300_000],
  ['a missing permission', refusedNumber(200), 'credential', 300_000],
  ['an account without money', refusedNumber(131042), 'account', 300_000],
  ['a template that is paused', refusedNumber(132015), 'template', 0],
];
for (const [words, number, alert, pauseMs] of aboutEverything) {
  test(`${words} is 503 for every number, raises an alert, and uses up no message of the day`, async () => {
    const first = await answerFor(number);
    assert.deepEqual([first.status, first.body.code], [503, 'messaging_unavailable']);
    assert.deepEqual(Object.keys(await alertsOf(service, 'whatsapp_trouble')), [alert]);
    assert.equal((await deliveryTo(number)).counts, false);

    const asked = standIn.requests.length;
    const others = [await answerFor(newNumber()), await answerFor(refusedNumber(131026))];
    const [one, another] = others;
    assert.deepEqual(one, another);
    assert.equal(one?.status, pauseMs > 0 ? 503 : 200);
    assert.equal(standIn.requests.length - asked, pauseMs > 0 ? 0 : 2);
    if (pauseMs > 0) assert.equal(one?.headers['retry-after'], String(pauseMs / 1000));

    clock.advance(pauseMs);
    assert.equal((await answerFor(newNumber())).status, 200);
    assert.deepEqual(await alertsOf(service, 'whatsapp_trouble'), {});
  });
}

test('a code that can’t have arrived is void, and one that was refused for its number seems to wait', async () => {
  for (const [number, state] of [
    [refusedNumber(131026), 'code_sent'],
    [refusedNumber(132016), 'none'],
  ] as const) {
    const account_id = await newAccount();
    await whatsapp(service, 'start', { account_id, whatsapp: number });
    assert.equal((await whatsapp(service, 'status', { account_id })).json().state, state);
  }
});

test('a gateway that fails is 503 with Retry-After', async () => {
  const { status, headers, body } = await answerFor(otherNumbers.gatewayError);
  assert.deepEqual([status, headers['retry-after'], body.code], [503, '30', 'messaging_unavailable']);
  assert.equal((await deliveryTo(otherNumbers.gatewayError)).counts, false);
  assert.deepEqual(Object.keys(await alertsOf(service, 'whatsapp_trouble')), ['unreachable']);
  await answerFor(newNumber());
  assert.deepEqual(await alertsOf(service, 'whatsapp_trouble'), {});
});

test('a message that may have arrived uses up one of the day, although the connection broke', async () => {
  assert.equal((await answerFor(otherNumbers.brokenOff)).status, 503);
  assert.equal((await deliveryTo(otherNumbers.brokenOff)).counts, true);
});

test('too many messages in all pause every process for a minute', async () => {
  await using limited = await testService({
    clock,
    environment: standIn.environment,
    database: service.database,
  });
  const body = { account_id: await newAccount(), whatsapp: refusedNumber(130429) };
  const refused = await whatsapp(limited, 'start', body);
  assert.deepEqual([refused.statusCode, refused.json().code], [503, 'messaging_unavailable']);
  clock.advance(59_999);
  assert.equal((await answerFor(newNumber())).headers['retry-after'], '1');
  clock.advance(1);
  assert.equal((await answerFor(newNumber())).status, 200);
});

test('a vendor that fails again and again is left alone, for every number', async () => {
  await using failing = await testService({ clock, environment: standIn.environment });
  const start = async (number: string) => {
    const { accountId } = await givenAccount(failing.database.db);
    clock.advance(60_000);
    return whatsapp(failing, 'start', { account_id: accountId, whatsapp: number });
  };
  for (let tried = 0; tried < 5; tried += 1) await start(otherNumbers.gatewayError);
  const asked = standIn.requests.length;
  for (const number of [newNumber(), refusedNumber(131026)]) {
    const refused = await start(number);
    assert.equal(refused.statusCode, 503);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
  }
  assert.equal(standIn.requests.length, asked);
});

const badNumbers: [words: string, number: string][] = [
  ['without a country', '07700900123'],
  ['of a fixed line', '+441632960123'],
  ['with an extension', '+447700900123 ext. 7'],
  ['that is a text', 'my number'],
];
for (const [words, number] of badNumbers) {
  test(`a number ${words} is 422`, async () => {
    const response = await whatsapp(service, 'start', { account_id: await newAccount(), whatsapp: number });
    assert.equal(response.statusCode, 422, response.body);
    assert.deepEqual(response.json().detail[0].loc, ['body', 'whatsapp']);
  });
}
