import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Keyring } from '#domains/keys/keyring/keyring.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, type Customer, customer, find, findInside } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { parseProfileLink } from '#values/profile-link/index.ts';
import { Finder } from './finding/finder.ts';
import type { FindCall } from './paying/lookup.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const finder = service.app.kernel.ports.use(Finder);

/** Counts the lookups through doors that reached the batches. */
let begun = 0;
const { find: findNow } = finder;
finder.find = (call) => {
  const found = findNow(call);
  begun += 1;
  return found;
};

/** Single lookups per statement. */
const statementMax = 128;

async function waitForBegun(count: number) {
  await eventually(async () => assert.equal(begun, count));
}

/** Sends lookups while the database answers none, so that all but the first wait for the next statement. */
async function inACrowd(plain: FindCall, lookups: (() => Promise<{ statusCode: number }>)[]) {
  const lock = await service.database.pool.connect();
  try {
    begun = 0;
    await lock.query('begin; lock table lookup in access exclusive mode');
    const first = findNow(plain);
    await eventually(async () => {
      const waiting = await lock.query(
        `select from pg_locks where relation = 'lookup'::regclass and not granted`,
      );
      assert.ok(waiting.rowCount);
    });
    const crowd = Array.from({ length: 2 * statementMax }, () => findNow(plain));
    const answers = lookups.map((send) => send());
    await waitForBegun(lookups.length);
    await lock.query('rollback');
    await Promise.all([first, ...crowd]);
    assert.deepEqual([...new Set((await Promise.all(answers)).map((answer) => answer.statusCode))], [200]);
  } finally {
    lock.release();
  }
}

/** How many lookups of the account each statement had, the first statement first. */
async function perStatement({ accountId }: Customer): Promise<number[]> {
  const { rows } = await service.database.pool.query(
    `select count(*) filter (where account.account_id = $1)::int as own
     from lookup join account on account.id = lookup.account group by lookup.xmin order by lookup.xmin::text::bigint`,
    [accountId],
  );
  await service.database.pool.query('truncate lookup');
  return rows.map(({ own }) => own);
}

const link = 'https://github.com/nobody-example';
const askAsAgent = ({ key }: Customer) =>
  service.withKey(key, 'POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'find_contact', arguments: { profile_url: link } },
  });

async function plainCall(): Promise<FindCall> {
  const { key } = await customer(service, 1000);
  const credential = await service.app.kernel.ports.use(Keyring).authenticate(key, '192.0.2.1');
  const profile = parseProfileLink(link);
  assert.ok('keyId' in credential && profile.ok);
  const request = { profile_url: link };
  return {
    key: credential,
    profile: profile.profile,
    request,
    idempotencyKey: null,
    kind: 'find',
    job: null,
    door: 'api',
  };
}

const ways = (holder: Customer) => [
  () => find(service, holder, link),
  () => findInside(service, holder, link),
  () => askAsAgent(holder),
];

test('lookups of an account with priority are in the next statement, whichever door they came through', async () => {
  const holder = await customer(service, 10, { plan: 'enterprise' });
  await inACrowd(await plainCall(), ways(holder));
  assert.deepEqual(await perStatement(holder), [0, 3, 0, 0]);
});

test('lookups of other accounts wait behind the crowd', async () => {
  const holder = await customer(service, 10, { plan: 'scale' });
  await inACrowd(await plainCall(), ways(holder));
  assert.deepEqual(await perStatement(holder), [0, 0, 0, 3]);
});

test('a key without a plan has priority as long as another key of the account brings it', async () => {
  const holder = await customer(service, 10, { account_id: 'two-keys', plan: 'starter' });
  const enterprise = await customer(service, 0, { account_id: 'two-keys', plan: 'enterprise' });
  await inACrowd(await plainCall(), [() => find(service, holder, link)]);
  assert.deepEqual(await perStatement(holder), [0, 1, 0, 0]);
  await asOperator(service, 'POST', `/api/v1/admin/keys/${enterprise.keyId}/revocation`, {
    reason: 'a test',
  });
  await inACrowd(await plainCall(), [() => findInside(service, holder, link)]);
  assert.deepEqual(await perStatement(holder), [0, 0, 0, 1]);
});
