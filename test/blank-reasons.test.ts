/** A reason of spaces is none: where one is required it is refused, elsewhere nothing is stored. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { doorName } from '#core/door.ts';
import { requiredMembers } from '#core/input/input.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { type TestService, testService } from './support/service.ts';

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
});
after(() => service?.[Symbol.asyncDispose]());

/** Members in which an operator says why. */
const names = ['reason', 'note'];
/** Notes that describe something, and say no reason. */
const described = ['accounts.save-note', 'keys.create-key', 'keys.change-key'];

const members = manifest.operations.flatMap((declared) =>
  declared.doors
    .filter(({ access }) => access === 'admin')
    .flatMap((door) =>
      names
        .filter((name) => name in declared.input.properties)
        .filter((name) => name === 'reason' || !described.includes(declared.id))
        .map((name) => ({ declared, door, name })),
    ),
);

test('operators say why at many doors', () => {
  assert.ok(members.length > 15, String(members.length));
});

for (const { declared, door, name } of members) {
  for (const [what, blank] of [
    ['spaces', '   '],
    ['lines and tabs', ' \t\n\u00a0'],
    ['invisible characters', '\u200b\u3164 \u2800\u00ad'],
  ] as const) {
    test(`${doorName(door)}: ${what} as ${name} are none`, async () => {
      const requestId = samples.world.newName('blank');
      const call = await samples.callOf(declared, door, {
        input: { [name]: blank },
        headers: { 'x-request-id': requestId },
      });
      const response = await service.request(call.method, call.path, call);
      if (requiredMembers(declared.input).includes(name)) {
        assert.equal(response.statusCode, 422, response.body);
        const locs = response.json().detail.map(({ loc }: { loc: string[] }) => loc.at(-1));
        assert.deepEqual(locs, [name]);
        return;
      }
      assert.ok(response.statusCode < 300, response.body);
      const stored = `select details from audit_entry where request_id = $1`;
      const { rows } = await service.database.pool.query(stored, [requestId]);
      assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(JSON.stringify(blank)));
    });
  }
}
