import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createConfig, lint } from '@redocly/openapi-core';
import { manifest } from '#app/manifest.ts';
import { bodiesOf, doorName } from '#core/door.ts';
import { openApiDocument } from '#surfaces/http/openapi/openapi.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { givenAccount, importRows } from './support/kit.ts';
import { givenPromo } from './support/promos.ts';
import { givenOnboarded, givenUnmatched } from './support/purchases.ts';
import { type TestService, testService } from './support/service.ts';

type Content = Record<string, { schema: object; example?: unknown }>;
interface Entry {
  requestBody?: { content: Content };
  responses: Record<string, { content: Content; headers: object }>;
}

const document = openApiDocument(manifest, 'https://contacts.example');
const entryOf = ({ path, method }: { path: string; method: string }): Entry =>
  (document.paths as Record<string, Record<string, Entry>>)[path]![method.toLowerCase()]!;

/** Operations that need a proof, or something that only the account in the path has: an example of one can't work. */
const proofs = [
  'suppression.confirm-opt-out',
  'whatsapp.confirm-code',
  'whatsapp.receive-events',
  'billing.receive-delivery',
  'billing.claim-purchase',
  'bounces.receive-bounces',
  'extension.refresh-session',
  'identity.release-handle',
  'customers.close-account',
  'connections.issue-token',
  // It needs an agent on the Internet.
  'connections.approve-request',
];

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
  await service.admin('POST', '/api/v1/keys/create', {
    email: 'asha@asha.example.com',
    account_id: 'acme-42',
  });
  for (const email of ['meera@works.example', 'asha@works.example.com'])
    await service.internal('POST', '/internal/identity/register', { account_id: 'meera-works', email });
  await givenAccount(service.database.db, { accountId: 'leela-works' });
  await givenOnboarded(service, 'leela-works');
  await givenPromo(service, 'DIWALI50', { per_account_once: false });
  await givenUnmatched(service.database.db, 'pay_Qr7Z1mf02Ab');
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@asha.example.com\n');
});
after(() => service[Symbol.asyncDispose]());

for (const [type, format] of [
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
] as const) {
  test(`the example of an import as ${type} is imported`, async () => {
    const path = '/api/v1/admin/directory/imports';
    const { example } = entryOf({ path, method: 'POST' }).requestBody!.content[type]!;
    const { accepted, rejected, rejected_values } = await importRows(service, String(example), { format });
    assert.deepEqual([accepted, rejected, rejected_values], [1, 0, 0]);
  });
}

test('the document has no fault that a strict linter knows', async () => {
  const file = join(tmpdir(), `contactry-openapi-${process.pid}.json`);
  await writeFile(file, JSON.stringify(document));
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lint({ ref: file, config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

for (const { declared, door } of manifest.operations.flatMap((declared) =>
  declared.doors.map((door) => ({ declared, door })),
)) {
  if (door.page || bodiesOf(door)['application/json'] === undefined) continue;

  test(`${doorName(door)} has an example of each good answer`, () => {
    if (declared.contentType) return;
    const { content } = entryOf(door).responses[200]!;
    assert.notEqual(content['application/json']!.example, undefined);
  });

  const body = entryOf(door).requestBody?.content['application/json'];
  if (!body || proofs.includes(declared.id)) continue;
  test(`${doorName(door)} takes the example of its body as it is`, async () => {
    const call = await samples.callOf(declared, door);
    const response = await service.request(call.method, call.path, { ...call, body: body.example });
    assert.ok(response.statusCode < 300, `${response.body} for ${JSON.stringify(body.example)}`);
  });
}
