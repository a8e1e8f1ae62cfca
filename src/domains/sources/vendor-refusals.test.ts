import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { SettingsInForce } from '#domains/settings/index.ts';
import { openLog } from '#platform/log/open-log.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { openWaterfall, type Waterfall } from '#test/support/waterfall.ts';

let waterfall: Waterfall;
/** A process that was started with a wrong key for Prospeo. */
let wrong: TestService;
let logged = '';

before(async () => {
  waterfall = await openWaterfall();
  const log = openLog('warn', { write: (line: string) => (logged += line) });
  wrong = await waterfall.another({ log, environment: { PROSPEO_API_KEY: 'a-wrong-key' } });
});
beforeEach(async () => {
  logged = '';
  await waterfall.begin();
  await waterfall.askOnly(['prospeo']);
  await wrong.app.kernel.ports.use(SettingsInForce).reload();
});
after(async () => {
  await wrong[Symbol.asyncDispose]();
  await waterfall[Symbol.asyncDispose]();
});

async function prospeo(service: TestService) {
  const { items } = (await service.admin('GET', '/api/v1/admin/sources')).json();
  return items.find(({ id }: { id: string }) => id === 'prospeo');
}
const openAlerts = async () =>
  (
    await wrong.database.pool.query(
      'select kind, subject, details from operator_alert where resolved_at is null',
    )
  ).rows;
const ask = async (service: TestService, name: string) => {
  const { key } = await waterfall.accountWith(1);
  const response = await service.withKey(key, 'POST', '/api/v1/find', {
    profile_url: `linkedin.com/in/${name}`,
  });
  return response.json().status;
};

const reason = 'Prospeo rejected the key. It is wrong or no longer valid.';

test("a vendor's wrong key is shown with its reason, logged once and an alert, until a call succeeds", async () => {
  for (const name of ['wrong-one', 'wrong-two', 'wrong-three'])
    assert.equal(await ask(wrong, name), 'failed');
  for (const service of [wrong, waterfall.service]) {
    const { state, vendor_refusal } = await prospeo(service);
    assert.deepEqual([state, vendor_refusal.reason], ['on', reason]);
  }
  assert.deepEqual(await openAlerts(), [{ kind: 'source_refused', subject: 'prospeo', details: { reason } }]);
  const lines = logged.trim().split('\n');
  assert.equal(lines.length, 1, logged);
  assert.equal(JSON.parse(lines[0]!).reason, reason);
  assert.doesNotMatch(logged, /a-wrong-key/);

  assert.equal(await ask(waterfall.service, 'asha-example'), 'completed');
  assert.deepEqual(await openAlerts(), []);
  assert.equal((await prospeo(wrong)).vendor_refusal, null);
});

test('an alert that another process closed is raised again by the next refusal', async () => {
  await ask(wrong, 'wrong-four');
  await wrong.database.pool.query('update operator_alert set resolved_at = now()');
  await ask(wrong, 'wrong-five');
  assert.equal((await openAlerts()).length, 1);
});

test('a vendor without credits is an alert until it answers', async () => {
  waterfall.standIn('prospeo').control.trouble = 'out_of_credits';
  await ask(waterfall.service, 'penniless-one');
  assert.match((await openAlerts())[0].details.reason, /no credits are left/);
  waterfall.standIn('prospeo').control.trouble = 'none';
  await ask(waterfall.service, 'nobody-at-all');
  assert.deepEqual(await openAlerts(), []);
});

test('a source that is switched off has no alert any more', async () => {
  await ask(wrong, 'wrong-six');
  assert.equal((await openAlerts()).length, 1);
  await wrong.admin('PATCH', '/api/v1/admin/sources/prospeo', { enabled: false, reason: 'no contract' });
  assert.deepEqual(await openAlerts(), []);
});

test('a source that is switched on without its token stays off, and the answer says what to set', async () => {
  await using bare = await testService();
  const switched = (enabled: boolean) =>
    bare.admin('PATCH', '/api/v1/admin/sources/gravatar', { enabled, reason: 'a test' });
  const on = (await switched(true)).json();
  assert.equal(on.state, 'not_configured');
  assert.equal(
    on.reason,
    'GRAVATAR_API_KEY is not set. The source is switched on, and stays off until you set it in the environment of every process and restart.',
  );
  assert.equal((await switched(false)).json().reason, 'GRAVATAR_API_KEY is not set.');
});

test('a source that its breaker switched off is an alert', async () => {
  waterfall.standIn('prospeo').control.trouble = 'server_error';
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
    await ask(waterfall.service, `failing-${name}`);
  const [alert] = await openAlerts();
  assert.deepEqual([alert.kind, alert.subject], ['source_breaker_open', 'prospeo']);
});
