import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { acceptsIdempotencyKey } from '#core/answers/refusals.ts';
import { doorName } from '#core/door.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { type Customer, customer } from './support/kit.ts';
import { type TestService, testService } from './support/service.ts';

let service: TestService;
let samples: Samples;
let other: Customer;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
  other = await customer(service, 1_000);
});
after(() => service?.[Symbol.asyncDispose]());

/** Every door at which one account's key could meet another's. An agent sends its key as an argument. */
const doors = manifest.operations.flatMap((declared) =>
  declared.doors
    .filter((door) => acceptsIdempotencyKey(declared, door) && ['internal', 'key'].includes(door.access))
    .filter(({ access }) => access === 'key' || declared.account || 'account_id' in declared.input.properties)
    .map((door) => ({ declared, door })),
);

test('there are doors to try, and those that name the account in the path are among them', () => {
  const names = doors.map(({ door }) => doorName(door));
  for (const name of ['POST /internal/key/ensure/{account_id}', 'POST /internal/key/regenerate/{account_id}'])
    assert.ok(names.includes(name), name);
});

for (const { declared, door } of doors) {
  test(`${doorName(door)}: an Idempotency-Key belongs to the account`, async () => {
    const headers = { 'idempotency-key': doorName(door) };
    const remoteAddress = '2001:db8:9::1';
    for (const holder of [samples.world.customer, other]) {
      const input = door.access === 'internal' ? { account_id: holder.accountId } : {};
      const call = await samples.callOf(declared, door, { headers, remoteAddress, caller: holder, input });
      const response = await service.request(call.method, call.path, call);
      const { code } = response.headers['content-type']?.toString().includes('json') ? response.json() : {};
      assert.ok(!String(code).startsWith('idempotency_'), response.body);
      assert.equal(response.headers['idempotency-replayed'], undefined);
    }
  });
}
