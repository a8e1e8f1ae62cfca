/** Every command of an operator writes an entry to the audit log, in every domain. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { asOperator } from './support/kit.ts';
import { type TestService, testSecrets, testService } from './support/service.ts';

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
});
after(() => service?.[Symbol.asyncDispose]());

/** Commands whose entries have no `before` and `after`, each with the reason. */
const withoutStates: Readonly<Record<string, string>> = {
  'directory.import-contacts':
    'The import is a row of its own, with counts; contact values are never in the trail.',
  'directory.change-value': 'The values are contact values.',
  'directory.remove-source': 'The profiles are many; the entry counts them.',
  'status.check-outside': 'It asks and changes nothing; the entry counts the faults.',
  'status.run-job': 'The job changes what it changes; the entry counts its runs.',
};

interface Entry {
  actor: string;
  operation: string;
  action: string;
  request_id: string;
  account_id: string | null;
}

/** The entries as the door shows them, and as they are stored. */
async function entriesOf(requestId: string) {
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/audit?limit=50');
  const { rows } = await service.database.pool.query(
    'select details from audit_entry where request_id = $1',
    [requestId],
  );
  return {
    shown: (items as Entry[]).filter(({ request_id }) => request_id === requestId),
    stored: rows.map(({ details }) => details as object),
  };
}

const commands = manifest.operations.flatMap((declared) =>
  declared.kind === 'query'
    ? []
    : declared.doors.filter(({ access }) => access === 'admin').map((door) => ({ declared, door })),
);

for (const { declared, door } of commands) {
  test(`${door.method} ${door.path} leaves who did what, from what to what`, async () => {
    const requestId = samples.world.newName('audited');
    const call = await samples.callOf(declared, door, { headers: { 'x-request-id': requestId } });
    const response = await service.request(call.method, call.path, call);
    assert.ok(response.statusCode < 300, response.body);

    const { shown, stored } = await entriesOf(requestId);
    assert.ok(shown.length > 0);
    for (const { actor, operation } of shown)
      assert.deepEqual([actor, operation], ['sample-operator', declared.id]);
    if (!withoutStates[declared.id]) {
      assert.ok(
        stored.some((details) => 'before' in details && 'after' in details),
        `its audit details have no before and after: ${JSON.stringify(stored)}`,
      );
    }
  });
}

test('the operations without states exist', () => {
  const ids = commands.map(({ declared }) => declared.id);
  assert.deepEqual(
    Object.keys(withoutStates).filter((id) => !ids.includes(id)),
    [],
  );
});

test('neither audit entries nor alerts contain secrets or contact values other than operators’ own, whatever they sent', async () => {
  const { rows } = await service.database.pool.query<{ text: string }>(`
    select (details - '{account_id,operator}'::text[])::text as text from audit_entry
    union all select subject || ' ' || details::text from operator_alert`);
  const text = rows.map((row) => row.text).join('\n');
  assert.ok(rows.length > commands.length);
  for (const secret of [...Object.values(testSecrets), samples.world.customer.key])
    assert.ok(!text.includes(secret));
  assert.deepEqual(text.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? [], []);
  assert.deepEqual(text.match(/\+\d{7,15}/g) ?? [], []);
  assert.deepEqual(text.match(/cty_(live|test)_\w{32,}/g) ?? [], []);
});
