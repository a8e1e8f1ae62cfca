import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { forgetSessions } from './forget-sessions.ts';
import { trackBatch } from './sessions.ts';

const clock = manualClock();
const service = await testService({ clock });
const other = await testService({ clock, database: service.database });
after(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
const { db } = service.database;

const [home, office] = ['203.0.113.7', '198.51.100.9'];
const live = { allowed: true, active_elsewhere: false };
const elsewhere = { allowed: false, active_elsewhere: true };

const post = (body: object, from: TestService = service) =>
  from.internal('POST', '/internal/identity/session', body);

/** The sessions of a new account. */
async function newAccount() {
  const { account, accountId } = await givenAccount(db);
  const beat = async (session_id: string, ip: string, { from = service, ...others }: Beat = {}) => {
    const response = await post({ account_id: accountId, session_id, ip, ...others }, from);
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  const rows = () => db.selectFrom('identity_session').selectAll().where('account', '=', account).execute();
  return { accountId, beat, rows };
}
interface Beat {
  from?: TestService;
  ended?: boolean;
}

test('a session at another address is refused until the millisecond when the first is no longer live', async () => {
  const { beat, rows } = await newAccount();
  assert.deepEqual(await beat('first', home), live);
  assert.deepEqual(await beat('second', office), elsewhere);
  clock.advance(15 * minuteMs - 1);
  assert.deepEqual(await beat('second', office), elsewhere);
  clock.advance(1);
  assert.deepEqual(await beat('second', office), live);
  assert.deepEqual(await beat('first', home), elsewhere);
  assert.equal((await rows()).length, 2);
});

test('a heartbeat keeps a session live for another 15 minutes, and a refused one does not', async () => {
  const { beat } = await newAccount();
  await beat('first', home);
  clock.advance(10 * minuteMs);
  await beat('first', home);
  await beat('second', office);
  clock.advance(15 * minuteMs - 1);
  assert.deepEqual(await beat('second', office), elsewhere);
  clock.advance(1);
  assert.deepEqual(await beat('first', home), live);
});

test('sessions share an address, and an IPv6 address is its /64', async () => {
  const { beat } = await newAccount();
  assert.deepEqual(await beat('first', '2001:db8:1:2::1'), live);
  assert.deepEqual(await beat('second', '2001:db8:1:2:ffff::9'), live);
  assert.deepEqual(await beat('third', '2001:db8:1:3::1'), elsewhere);
});

test('an IPv4 address is the same in IPv6', async () => {
  const { beat } = await newAccount();
  await beat('first', home);
  assert.deepEqual(await beat('second', `::ffff:${home}`), live);
});

test('a session may move to another address, unless another is live where it was', async () => {
  const { beat } = await newAccount();
  await beat('first', home);
  assert.deepEqual(await beat('first', office), live);
  assert.deepEqual(await beat('second', home), elsewhere);
  assert.deepEqual(await beat('second', office), live);
  assert.deepEqual(await beat('first', home), elsewhere);
});

test('a session that ends frees its place at once, also from another address', async () => {
  const { beat, rows } = await newAccount();
  await beat('first', home);
  assert.deepEqual(await beat('first', office, { ended: true }), live);
  assert.deepEqual(await beat('second', office), live);
  assert.deepEqual(await beat('unknown', home, { ended: true }), live);
  assert.deepEqual(
    (await rows()).map(({ session_id }) => session_id),
    ['second'],
  );
});

test('one account’s sessions don’t touch another’s', async () => {
  const [one, two] = [await newAccount(), await newAccount()];
  await one.beat('same', home);
  assert.deepEqual(await two.beat('same', office), live);
});

test('a session that starts while another is being written waits for it', async () => {
  const { accountId, beat } = await newAccount();
  const browser = { account_id: accountId, session_id: 'first', address_key: home, user_agent: '' };
  const first = { ...browser, at: clock.now(), ended: false };
  const client = await service.database.pool.connect();
  await client.query('begin');
  assert.deepEqual(await trackBatch(client, [first], 15), ['live']);
  const second = beat('second', office);
  const isWaiting = eventually(async () => {
    const { rowCount } = await service.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%session_track_batch%'`,
    );
    assert.equal(rowCount, 1);
  });
  await Promise.race([second, isWaiting]);
  await client.query('commit');
  client.release();
  assert.deepEqual(await second, elsewhere);
});

test('when two sessions start at once on two processes, one is refused, every time', async () => {
  const accounts = await Promise.all(Array.from({ length: 100 }, newAccount));
  const answers = await Promise.all(
    accounts.map(({ beat }) => Promise.all([beat('first', home), beat('second', office, { from: other })])),
  );
  for (const pair of answers)
    assert.deepEqual(
      pair.filter(({ allowed }) => allowed),
      [live],
    );
});

test('when many sessions of one account start at once at different addresses, one is left', async () => {
  const { beat, rows } = await newAccount();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      beat(`session-${at}`, `198.51.100.${at}`, { from: at % 2 ? service : other }),
    ),
  );
  assert.equal(answers.filter(({ allowed }) => allowed).length, 1);
  assert.equal((await rows()).length, 1);
});

test('a locked account has no session, nor one at a locked address, but may end it', async () => {
  const { accountId, beat, rows } = await newAccount();
  await beat('first', home);
  await asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type: 'account', subject: accountId });
  const refused = { allowed: false, active_elsewhere: false };
  assert.deepEqual(await beat('first', home), refused);
  assert.deepEqual(await beat('first', home, { ended: true }), refused);
  assert.deepEqual(await rows(), []);
  await asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type: 'ip', subject: '192.0.2.0/24' });
  assert.deepEqual(await (await newAccount()).beat('first', '192.0.2.1'), refused);
});

test('an unknown account is 404, and a text that is no address is 422', async () => {
  const body = { account_id: 'nobody', session_id: 's', ip: home };
  assert.deepEqual((await post(body)).json().code, 'not_found');
  const response = await post({ ...body, ip: 'unknown' });
  assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'ip']]);
});

test('a heartbeat of an unknown account doesn’t disturb those that it shares a statement with', async () => {
  const { beat } = await newAccount();
  const strange = post({ account_id: 'nobody', session_id: 's', ip: home });
  assert.deepEqual(await beat('first', home), live);
  assert.equal((await strange).statusCode, 404);
});

test('sessions that were last seen before yesterday are deleted', async () => {
  const { beat, rows } = await newAccount();
  const midnight = new Date(Math.ceil(clock.now().getTime() / dayMs) * dayMs);
  clock.advance(midnight.getTime() - clock.now().getTime());
  clock.advance(-1);
  await beat('of the day before', home);
  clock.advance(1);
  await beat('of yesterday', home);
  clock.advance(dayMs);
  await runJob(service, forgetSessions);
  assert.deepEqual(
    (await rows()).map(({ session_id }) => session_id),
    ['of yesterday'],
  );
});
