/** Customers' own acts are limited, and have a log of their own, whichever domain they belong to. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { refusalsOf } from '#core/answers/refusals.ts';
import { doorName } from '#core/door.ts';
import { forgetActs } from '#domains/audit/forget-acts.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { runJob } from './support/jobs.ts';
import { asOperator, givenKey, keyHolder } from './support/kit.ts';
import { type TestService, testService } from './support/service.ts';
import { withSettings } from './support/settings.ts';

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
});
after(() => service?.[Symbol.asyncDispose]());

const commands = manifest.operations.flatMap((declared) =>
  declared.kind === 'query' ? [] : declared.doors.map((door) => ({ declared, door })),
);
const forCustomers = commands.filter(
  ({ door }) => door.forCustomers || door.access === 'key' || door.access === 'extension',
);

for (const { declared, door } of forCustomers) {
  test(`${doorName(door)} has a rate`, async () => {
    const { caller } = keyHolder(
      await givenKey(service.database.db, { accountId: samples.world.newName('limited') }),
    );
    const call = await samples.callOf(declared, door, { caller });
    await asOperator(service, 'PATCH', '/api/v1/admin/growth/accounts/rate', {
      account_id: caller.accountId,
      rpm: 1,
    });
    await using _few = await withSettings(service, { account_acts_per_minute: 1 });
    // Uses up the minute: of the account on its pages, or of its key.
    if (door.forCustomers && declared.actsAs !== 'key') await service.request(call.method, call.path, call);
    else await service.withKey(caller.key, 'GET', '/api/v1/key/info');
    const second = await service.request(call.method, call.path, call);
    assert.deepEqual([second.statusCode, second.json().code], [429, 'rate_limited'], second.body);
    assert.ok(Number(second.headers['retry-after']) >= 1);
  });
}

/** Public commands without a limit of their own, each with the reason. */
const unlimited: Readonly<Record<string, string>> = {
  'sandbox.press-button': 'The sandbox is a development feature.',
};
for (const { declared, door } of commands.filter(({ door: { access } }) => access === 'public')) {
  if (unlimited[declared.id]) continue;
  test(`${doorName(door)} declares that it is limited`, () =>
    assert.ok(refusalsOf(declared, door).has('rate_limited')));
}

const acts = async (account_id: string) => {
  const { items } = await asOperator(service, 'GET', `/api/v1/admin/growth/journey?account_id=${account_id}`);
  return (items as { source: string; what: string; detail: object }[]).filter(
    ({ source }) => source === 'acts',
  );
};
const auditRows = async (): Promise<number> =>
  (await service.database.pool.query('select from audit_entry')).rows.length;

test('what customers do is on their timeline, and not in the operators’ audit log', async () => {
  const { accountId, text } = await givenKey(service.database.db, { accountId: 'busy' });
  const before = await auditRows();
  const rotated = await service.internal('POST', '/internal/webhooks/busy/secret/rotation', {});
  assert.equal(rotated.statusCode, 200, rotated.body);
  await service.withKey(text, 'POST', '/api/v1/webhooks/secret/rotation', { overlap_hours: 1 });
  await service.internal('POST', '/internal/key/regenerate/busy', {});
  assert.equal(await auditRows(), before);
  const told = (await acts(accountId)).map(({ what }) => what);
  assert.deepEqual(told, ['webhooks.secret_rotated', 'webhooks.secret_rotated', 'key.regenerated']);
});

test('beyond its acts of a day an account is refused, and nothing changes', async () => {
  await givenKey(service.database.db, { accountId: 'daily' });
  await givenKey(service.database.db, { accountId: 'other' });
  await using _few = await withSettings(service, { account_acts_per_day: 2 });
  const rotate = (account: string) =>
    service.internal('POST', `/internal/webhooks/${account}/secret/rotation`, {});
  assert.deepEqual([(await rotate('daily')).statusCode, (await rotate('daily')).statusCode], [200, 200]);
  const secrets = async () =>
    (await service.database.pool.query('select salt from webhook_secret order by salt')).rows;
  const before = await secrets();
  const third = await rotate('daily');
  assert.deepEqual([third.statusCode, third.json().code, third.json().limit], [429, 'rate_limited', 2]);
  assert.ok(Number(third.headers['retry-after']) > 86_000);
  assert.deepEqual(await secrets(), before);
  assert.equal((await acts('daily')).length, 2);
  assert.equal((await rotate('other')).statusCode, 200);
});

test('acts are kept as many days as the setting says', async () => {
  await givenKey(service.database.db, { accountId: 'former' });
  for (const days of [181, 179])
    await service.database.pool.query(
      `insert into customer_act (account, at, actor, operation, event, request_id, details)
       select id, clock_timestamp() - $1 * interval '1 day', 'internal', 'a.b', $2, 'r', '{}' from account
       where account_id = 'former'`,
      [days, `kept.${days}`],
    );
  await runJob(service, forgetActs);
  assert.deepEqual(
    (await acts('former')).map(({ what }) => what),
    ['kept.179'],
  );
});
