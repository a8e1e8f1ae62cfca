/** Each code that a door declares can be had, by the way that its sample or the kernel's provocations name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { refusalsOf } from '#core/answers/refusals.ts';
import { type Door, doorName } from '#core/door.ts';
import { shapeFor } from '#core/input/input.ts';
import type { Operation } from '#core/operation.ts';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { samples as samplesById } from './samples/find-samples.ts';
import { type Call, openSamples, type Samples } from './samples/open-samples.ts';
import { waysOf } from './samples/provocations.ts';
import type { Provocation } from './samples/sample.ts';
import { givenCall } from './support/calls.ts';
import { type CodeHost, openCodeHost } from './support/code-host.ts';
import { givenConnection } from './support/connections.ts';
import { whileStatementsFail } from './support/failing-database.ts';
import { customer, find, givenAccount, givenBudget, givenKey, givenSession } from './support/kit.ts';
import { givenCreditNote, givenInvoice } from './support/sales.ts';
import { type TestService, testService } from './support/service.ts';
import { withSettings } from './support/settings.ts';
import { givenEndpoint, givenWebhook } from './support/webhooks.ts';

let host: CodeHost;
let service: TestService;
let samples: Samples;
before(async () => {
  host = await openCodeHost('leaver');
  service = await testService({ environment: host.environment });
  samples = await openSamples(service, host);
  // All operations within a minute exceed one person's limit.
  await withSettings(service, {
    account_acts_per_minute: 10_000,
    whatsapp_messages_per_minute: 10_000,
    whatsapp_messages_per_hour: 10_000,
    whatsapp_messages_per_day: 10_000,
  });
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

const root = join(import.meta.dirname, '..');
const doors = manifest.operations.flatMap((declared) => declared.doors.map((door) => ({ declared, door })));

/** Had at every door by the tests at the end of this file. */
const ofTheDatabase = ['overloaded', 'database_unavailable'];

/** Codes that only a race or another configuration gives; the tests that get them. */
const racesWonElsewhere: Record<string, Record<string, string>> = {
  'billing.check-out': { idempotency_key_in_use: 'src/domains/billing/checkout/check-out.test.ts' },
  'billing.check-out-account': { idempotency_key_in_use: 'src/domains/billing/checkout/check-out.test.ts' },
  'growth.redeem-promo': { idempotency_key_in_use: 'src/domains/growth/promos/redeem-promo.test.ts' },
  'status.report-readiness': { stopping: 'src/surfaces/http/stop-serving.test.ts' },
  'whatsapp.show-outbox': { outbox_off: 'src/domains/whatsapp/configuration.test.ts' },
  'lookup.find': {
    key_banned: 'src/domains/lookup/ended-keys.test.ts',
    invalid_key: 'src/domains/lookup/ended-keys.test.ts',
  },
};

async function answerTo(declared: Operation, door: Door, way: Provocation & { repeats?: number }) {
  const { before, after: putBack = way.after, ...provoked } = (await way.prepare?.(samples.world)) ?? {};
  try {
    const call = await samples.callOf(declared, door, { ...way, ...provoked });
    before?.();
    for (let sent = 0; sent < (way.repeats ?? 0); sent += 1) {
      const { statusCode } = await service.request(call.method, call.path, call);
      if (statusCode === 429) break;
    }
    return await service.request(call.method, call.path, call);
  } finally {
    await putBack?.();
  }
}

/** Pages show refusals in words; their statuses are those of the codes. */
function assertRefused(response: Awaited<ReturnType<typeof answerTo>>, door: Door, code: string): void {
  assert.equal(response.statusCode, manifest.errors.get(code)!.status, response.body);
  if (!door.page) assert.equal(response.json().code, code);
}

for (const { declared, door } of doors) {
  const own = samplesById.get(declared.id)?.refusals ?? {};
  const waysBefore = waysOf(door, declared);
  for (const code of refusalsOf(declared, door)) {
    if (ofTheDatabase.includes(code)) continue;
    if (code === 'idempotency_conflict') {
      test(`${doorName(door)} answers another request under the same key with ${code}`, async () => {
        const { another } = samplesById.get(declared.id) ?? {};
        const headers = {
          'idempotency-key': samples.world.newName('key'),
          'idempotency-secret': 'a-secret-of-the-caller-alone',
        };
        const remoteAddress = samples.world.newAddress();
        const first = await samples.callOf(declared, door, { headers, remoteAddress });
        assert.ok((await service.request(first.method, first.path, first)).statusCode < 300);
        const second = another
          ? { ...first, body: { ...(first.body as object), ...another } }
          : await samples.callOf(declared, door, { headers, remoteAddress });
        const response = await service.request(second.method, second.path, second);
        assertRefused(response, door, code);
      });
      continue;
    }
    const way = own[code]?.only && own[code].only.access !== door.access ? undefined : own[code];
    if (own[code]?.only && !way && !waysBefore[code]) continue;
    const race = racesWonElsewhere[declared.id]?.[code];
    if (race && !waysBefore[code]) {
      test(`${declared.id} is refused with ${code} in ${race}`, () => {
        assert.ok(readFileSync(join(root, race), 'utf8').includes(code));
      });
      continue;
    }
    test(`${doorName(door)} can be refused with ${code}`, async () => {
      const chosen = way ?? waysBefore[code];
      assert.ok(chosen, `name a way to get ${code} in the sample of ${declared.id}`);
      assertRefused(await answerTo(declared, door, chosen), door, code);
    });
  }
}

for (const { declared } of doors) {
  const { refusals = {} } = samplesById.get(declared.id) ?? {};
  const undeclared = Object.keys(refusals).filter((code) => !declared.errors.includes(code));
  test(`${declared.id} declares each code that its sample provokes`, () => assert.deepEqual(undeclared, []));
}

/** They answer from memory alone, or say in their answer that the database is down. */
const needNoDatabase = [
  'agents.refuse-stream',
  'agents.end-session',
  'agents.describe-host',
  'agents.describe-endpoint',
  'agents.show-server-card',
  'agents.show-registry-entry',
  'agents.list-documents',
  'agents.show-skill',
  'connections.describe-authorization-server',
  'connections.register-client',
  'billing.show-price-list',
  'growth.show-active-campaigns',
  'suppression.show-opt-out-form',
  'suppression.show-opt-out-button',
  'whatsapp.complete-handshake',
  'whatsapp.show-outbox',
  'status.greet',
  'lookup.show-examples',
  // These remember their answer for a second: src/domains/status/status.test.ts.
  'status.report-health',
  'status.report-readiness',
  'status.report-status',
  'status.show-agent-notes',
];

/** Nothing happens while statements fail, so one call of each door can be sent again and again. */
const callsOfAll: { door: Door; call: Call }[] = [];
async function callsOfDoors(): Promise<typeof callsOfAll> {
  if (callsOfAll.length > 0) return callsOfAll;
  for (const { declared, door } of doors) {
    if (!needNoDatabase.includes(declared.id))
      callsOfAll.push({ door, call: await samples.callOf(declared, door) });
  }
  return callsOfAll;
}

for (const [code, sqlState, words] of [
  ['overloaded', '57014', 'is busy'],
  ['database_unavailable', '57P03', 'is gone'],
  ['database_unavailable', '53100', 'has a full disk'],
  ['database_unavailable', '28P01', 'refuses the password'],
  ['database_unavailable', '42501', 'denies the rights to write'],
] as const) {
  test(`every door that asks the database answers with ${code} while it ${words}`, async () => {
    const calls = await callsOfDoors();
    const answers = await whileStatementsFail(sqlState, () =>
      Promise.all(
        calls.map(async ({ door, call }) => ({
          door,
          response: await service.request(call.method, call.path, call),
        })),
      ),
    );
    const others = answers
      .filter(
        ({ door, response }) => response.statusCode !== 503 || (!door.page && response.json().code !== code),
      )
      .map(
        ({ door, response }) => `${doorName(door)}: ${response.statusCode} ${response.body.slice(0, 100)}`,
      );
    assert.deepEqual(others, []);
  });
}

test('a full disk is named, since the database is neither down nor unreachable', async () => {
  const response = await whileStatementsFail('53100', () => service.admin('GET', '/api/v1/keys/list'));
  assert.match(response.json().detail, /disk of the database is full/);
});

/** Makes something of another account, by the member that names it. A new kind of identifier needs a line here. */
const ofAStranger: Record<string, () => Promise<string>> = {
  key_id: async () => (await givenKey(service.database.db)).id,
  session_id: async () =>
    (await givenSession(service.database.db, await givenAccount(service.database.db))).id,
  // Not anybody's: what matters is that it is unknown.
  plan_id: async () => 'a_plan_of_nobody',
  connection_id: async () => (await givenConnection(service, await customer(service))).id,
  lookup_id: async () => (await find(service, await customer(service), 'github.com/ravi-example')).json().id,
  call_id: async () => givenCall(service, await customer(service)),
  endpoint_id: async () => givenEndpoint(service, await customer(service)),
  budget_id: async () => (await givenBudget(service, await customer(service))).id,
  job_id: async () => givenJob(service, await customer(service)),
  message_id: async () => givenWebhook(service, await customer(service)),
  provider_payment_id: async () => (await givenInvoice(service.database.db)).payment,
  provider_refund_id: async () => (await givenCreditNote(service.database.db)).refund,
};

const isIdentifier = (name: string): boolean => name.endsWith('_id');
const namesForACaller = doors
  .filter(({ door }) => door.access === 'key' || door.access === 'extension' || door.access === 'internal')
  .flatMap(({ declared, door }) =>
    Object.keys(shapeFor(declared, door.access).properties)
      .filter((name) => isIdentifier(name) && !['account_id', 'device_id', 'client_id'].includes(name))
      .map((name) => ({ declared, door, name })),
  );

for (const { declared, door, name } of namesForACaller.filter(({ declared }) => declared.account)) {
  test(`${doorName(door)} with the ${name} of another account is 404, like an unknown one`, async () => {
    const idOf = ofAStranger[name];
    assert.ok(idOf, `say in this file how a stranger comes to a ${name}`);
    const strangers = await idOf();
    const nobodys = `${strangers.slice(0, -6)}000000`;
    const answers = [];
    for (const id of [strangers, nobodys]) {
      const call = await samples.callOf(declared, door, { input: { [name]: id } });
      const response = await service.request(call.method, call.path, call);
      const { request_id, ...said } = response.json();
      assert.equal(response.statusCode, 404, response.body);
      answers.push(JSON.stringify(said).replaceAll(id, 'the id'));
    }
    assert.equal(answers[0], answers[1]);
  });
}

/** Identifiers of things that the operation creates or asks about, so that an unknown one is no mistake of the caller. */
const needsNoOwner: Record<string, string[]> = {
  // Programs of agents are not told apart from unknown ones by a status: OAuth has words of its own.
  'connections.issue-token': ['client_id'],
  'connections.revoke-token': ['client_id'],
  'connections.ask-consent': ['client_id'],
  'connections.approve-request': ['client_id'],
  'keys.create-key': ['account_id'],
  'keys.ensure-key': ['account_id'],
  'billing.claim-purchase': ['account_id'],
  'identity.check-lock': ['account_id', 'provider_user_id'],
  'whatsapp.send-code': ['device_id'],
  'identity.vet-signup': ['provider_user_id', 'device_id'],
  'identity.register-account': ['account_id', 'provider_user_id', 'device_id'],
  'identity.track-session': ['session_id'],
  // A file of no rows.
  'audit.export-entries': ['account_id'],
  // It names the right to do it, so that what is wrong with it is told apart from a name of nothing.
  'suppression.confirm-opt-out': ['request_id'],
  'suppression.show-opt-out-button': ['request_id'],
};

/** A list without matches is empty. */
const isFilter = ({ input, output }: Operation, name: string): boolean =>
  'items' in (Object(output).properties ?? {}) &&
  (!input.required?.includes(name) || 'default' in input.properties[name]!);

for (const { declared, door } of doors) {
  const members = Object.keys(shapeFor(declared, door.access).properties).filter(
    (name) => isIdentifier(name) && !isFilter(declared, name) && !needsNoOwner[declared.id]?.includes(name),
  );
  for (const name of members) {
    test(`${doorName(door)} with an unknown ${name} is 404`, async () => {
      const call = await samples.callOf(declared, door, {
        input: { [name]: `${name.slice(0, 3)}_${'0'.repeat(22)}` },
      });
      const response = await service.request(call.method, call.path, call);
      assert.equal(
        response.statusCode,
        404,
        `Answer 404, or add '${declared.id}': ['${name}'] to needsNoOwner in this file. It answered ${response.body}`,
      );
    });
  }
}
