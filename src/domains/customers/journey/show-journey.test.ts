import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { tableOwners } from '#test/architecture/table-owners.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { asOperator, type Customer, customer, find, givenAccount, givenSession } from '#test/support/kit.ts';
import { givenInvoice } from '#test/support/sales.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { givenVerified, newNumber } from '#test/support/whatsapp.ts';

const root = join(import.meta.dirname, '../../../..');
const accountId = 'acct_journey';
const email = 'meera@works.example';
const number = newNumber();

let service: TestService;
let meera: Customer;
before(async () => {
  service = await testService();
  const signup = { email, provider: 'google', provider_user_id: '77', ip: '203.0.113.9' };
  await asDashboard('identity/vet', { ...signup, user_agent: 'a browser', device_id: 'd-1' });
  await asDashboard('identity/register', { account_id: accountId, ...signup, whatsapp: '' });
  const session = { account_id: accountId, session_id: 's-1', ip: '203.0.113.9', user_agent: 'a browser' };
  await asDashboard('identity/session', session);
  meera = await customer(service, 30, { account_id: accountId, email, plan: 'starter' });
  const { db } = service.database;
  await givenVerified(db, number, { accountId });
  await asOperator(service, 'POST', '/api/v1/admin/growth/credits', {
    account_id: accountId,
    credits: 5,
    reason: 'sorry',
  });
  const change = { account_id: accountId, mcp: false, reason: 'loops' };
  await asOperator(service, 'PATCH', '/api/v1/admin/account-features', change);
  await givenInvoice(db, { accountId });
  await find(service, meera, 'github.com/nobody-known');
  await asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type: 'email', subject: email });
  await asOperator(service, 'DELETE', `/api/v1/admin/locks?subject_type=email&subject=${email}`);
  await asOperator(service, 'POST', `/api/v1/admin/keys/${meera.keyId}/revocation`, { reason: 'leaked' });
});
after(() => service?.[Symbol.asyncDispose]());

async function asDashboard(path: string, body: object): Promise<void> {
  const response = await service.internal('POST', `/internal/${path}`, body);
  assert.equal(response.statusCode, 200, response.body);
}

interface Fact {
  at: string;
  source: string;
  what: string;
  detail: Record<string, unknown>;
}
const path = '/api/v1/admin/growth/journey';
const journey = async (query: Record<string, string>) =>
  (await asOperator(service, 'GET', `${path}?${new URLSearchParams(query)}`)) as {
    items: Fact[];
    next_cursor: string | null;
  };

test('the journey has every fact in the order of time, from the first attempt to the last', async () => {
  const { items, next_cursor } = await journey({ account_id: accountId });
  const told = items.map(({ source, what }) => `${source} ${what}`);
  for (const expected of [
    'signups signup.vetted',
    'accounts account.created',
    'signups signup.registered',
    'signups handle.claimed',
    'sessions session.started',
    'keys key.created',
    'credits credits.granted',
    'audit credits.granted',
    'whatsapp whatsapp.verified',
    'audit account.feature_changed',
    'billing agent_access.set',
    'invoices invoice.issued',
    'usage lookups.of_day',
    'locks lock.created',
    'locks lock.lifted',
    'keys key.revoked',
    'audit key.revoked',
  ])
    assert.ok(told.includes(expected), `${expected} is missing in\n${told.join('\n')}`);
  assert.equal(
    told.find((fact) => !fact.startsWith('invoices')),
    'signups signup.vetted',
  );
  const times = items.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted());
  assert.equal(next_cursor, null);
});

test('pages of any size return the same facts, each once', async () => {
  const whole = (await journey({ email })).items;
  for (const limit of ['1', '3', '7']) {
    const paged: Fact[] = [];
    let cursor: string | null = '0-0';
    while (cursor !== null) {
      const page = await journey({ account_id: accountId, limit, cursor });
      paged.push(...page.items);
      cursor = page.next_cursor;
    }
    assert.deepEqual(paged, whole);
  }
});

test('sessions stay in the journey after their rows are deleted, without addresses and names', async () => {
  const { db, pool } = service.database;
  const { accountId: past } = await givenAccount(db, { accountId: 'past-sessions' });
  const ip = '203.0.113.77';
  const person = { email: 'past@example.com', provider: 'google', provider_user_id: 'past' };
  await asDashboard('identity/register', { account_id: past, ...person });
  const browser = { token_hash: 'a'.repeat(64), ip, user_agent: 'An old browser' };
  await asDashboard('sign-in/sessions', { ...browser, ...person, name: 'Past Person' });
  await asDashboard('identity/session', {
    account_id: past,
    session_id: 's-2',
    ip,
    user_agent: 'An old browser',
  });
  const { id } = await givenSession(db, { accountId: past });
  await pool.query(
    `update extension_session set ended_at = clock_timestamp(), ended_because = 'revoked' where id = $1`,
    [id],
  );
  const ofSessions = async () =>
    (await journey({ account_id: past })).items.filter(({ source }) =>
      ['sessions', 'sign-ins', 'extension'].includes(source),
    );
  const before = await ofSessions();
  assert.deepEqual(before.map(({ what }) => what).toSorted(), [
    'account.signed_in',
    'extension.connected',
    'extension.ended',
    'session.started',
    'session.started',
  ]);

  const { ports } = service.app.kernel;
  const now = () => new Date('2100-01-01');
  for (const job of manifest.jobs.filter((each) => each.id.endsWith('.forget-sessions')))
    await runJobOn({ ports, now }, job);
  const { rows } = await pool.query(
    'select account from identity_session union all select account from web_session union all select account from extension_session',
  );
  assert.deepEqual(rows, []);
  const kept = await ofSessions();
  assert.deepEqual(kept, before);
  const text = JSON.stringify(kept);
  for (const value of [ip, person.email, 'Past Person', 'old browser'])
    assert.ok(!text.includes(value), value);
});

test('facts contain no contact values and no secrets', async () => {
  const text = JSON.stringify((await journey({ account_id: accountId })).items);
  for (const secret of [email, number, '203.0.113.9', meera.key]) assert.ok(!text.includes(secret), secret);
});

test('lookups are counted by day, with the first and the last', async () => {
  const { account, accountId: other } = await givenAccount(service.database.db);
  await service.database.pool.query(
    `insert into usage_event (account, at, op_key, kind, status, credits, reason, network, door)
     select $1, at::timestamptz, gen_random_uuid(), 'contact_find', status, credits, 'a test', 'github', 'api'
     from (values ('2026-11-02T00:00:00Z', 'completed', 1), ('2026-11-02T23:59:59Z', 'not_found', 0),
       ('2026-11-05T12:00:00Z', 'completed', 1)) as call (at, status, credits)`,
    [account],
  );
  const days = (await journey({ account_id: other })).items.filter(({ source }) => source === 'usage');
  assert.deepEqual(
    days.map(({ at, detail: { last_at, ...counts } }) => [
      at,
      new Date(String(last_at)).toISOString(),
      counts,
    ]),
    [
      ['2026-11-02T00:00:00.000Z', '2026-11-02T23:59:59.000Z', { lookups: 2, completed: 1, credits: 1 }],
      ['2026-11-05T12:00:00.000Z', '2026-11-05T12:00:00.000Z', { lookups: 1, completed: 1, credits: 1 }],
    ],
  );
  const later = await journey({ account_id: other, cursor: `${Date.parse('2026-11-02T00:00:00Z')}-1` });
  assert.equal(later.items.filter(({ source }) => source === 'usage').length, 1);
});

for (const [query, status, named] of [
  [{}, 422, 'account_id'],
  [{ account_id: 'nobody' }, 404, undefined],
  [{ account_id: accountId, cursor: 'x' }, 422, 'cursor'],
  [{ account_id: accountId, cursor: '9999999999999999-1' }, 422, 'cursor'],
] as [Record<string, string>, number, string | undefined][]) {
  test(`${JSON.stringify(query)} is ${status}`, async () => {
    const response = await service.admin('GET', `${path}?${new URLSearchParams(query)}`);
    assert.deepEqual(
      [response.statusCode, response.json().detail?.[0]?.loc?.[1]],
      [status, named ?? response.json().detail?.[0]?.loc?.[1]],
    );
  });
}

test('every table about accounts tells its facts, or its domain says why not', async () => {
  const { rows } = await service.database.pool.query<{ name: string }>(`
    select distinct class.relname as name from pg_class as class join pg_attribute on attrelid = class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname in ('account', 'account_id') and not attisdropped`);
  const owners = tableOwners(root);
  const silent = rows
    .map(({ name }) => name)
    .filter((table) => {
      const domain = manifest.domains.find(({ id }) => owners.get(table)?.startsWith(`src/domains/${id}`));
      const told = domain?.journey?.flatMap(({ tables }) => tables) ?? [];
      return !told.includes(table) && !domain?.notInJourney?.[table];
    });
  assert.deepEqual(silent, []);
});

test('the journey names only tables of its own domain', () => {
  const owners = tableOwners(root);
  const strange = manifest.domains.flatMap(({ id, journey: sources = [], notInJourney = {} }) =>
    [...sources.flatMap(({ tables }) => tables), ...Object.keys(notInJourney)].filter(
      (table) => !owners.get(table)?.startsWith(`src/domains/${id}`),
    ),
  );
  assert.deepEqual(strange, []);
});
