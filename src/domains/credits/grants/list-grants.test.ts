import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { spendOne } from '#test/support/ledger/statements.ts';
import { testService } from '#test/support/service.ts';
import type { LotSource } from '../index.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
let made = 0;

async function grant(accountId: string, credits: number, source: LotSource = 'operator', ends = true) {
  const { account } = await givenAccount(db, { accountId });
  made += 1;
  const lot = await givenCredits(db, account, credits, {
    source,
    sourceRef: `grant ${made}`,
    expiresAt: ends ? new Date('2099-12-31T23:59:59.000Z') : null,
    reason: `reason ${made}`,
    grantedBy: source === 'operator' ? 'mira' : '',
  });
  return { account, lot };
}

async function listed(query = '') {
  const response = await service.admin('GET', `/api/v1/admin/growth/credits${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().items;
}

test('where nothing was granted the list is empty', async () => {
  assert.deepEqual(await listed(), []);
});

test('lots of all accounts and sources are listed, newest first, with what is left and spent of them', async () => {
  const { account } = await grant('asha', 20, 'plan');
  await grant('ravi', 5, 'operator', false);
  await spendOne(pool, { account, amount: 3, key: '0198aaaa-0000-7000-8000-000000000001' });
  const [second, first] = (await listed()) as Record<string, unknown>[];
  const { id, created_at, ...plan } = first!;
  assert.ok(Number(second!.id) > Number(id) && Date.parse(String(created_at)) > 0);
  assert.deepEqual(plan, {
    account_id: 'asha',
    email: null,
    source: 'plan',
    credits: 20,
    available: 17,
    held: 0,
    spent: 3,
    expired: 0,
    revoked: 0,
    reason: 'reason 1',
    granted_by: '',
    expires_at: '2099-12-31T23:59:59.000Z',
  });
  assert.deepEqual(
    [second!.account_id, second!.source, second!.expires_at, second!.granted_by],
    ['ravi', 'operator', null, 'mira'],
  );
});

test('a hundred are listed unless a limit of 1 to 1000 is given', async () => {
  for (let more = 0; more < 110; more += 1) await grant('lee', 1);
  assert.equal((await listed()).length, 100);
  assert.equal((await listed('?limit=1')).length, 1);
  assert.equal((await listed('?limit=1000')).length, 112);
  for (const limit of ['0', '1001', '-1', 'all']) {
    const response = await service.admin('GET', `/api/v1/admin/growth/credits?limit=${limit}`);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json().detail[0].loc, ['query', 'limit']);
  }
});

test('pages follow one another to the end, and one account is listed alone', async () => {
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const response = await service.admin('GET', `/api/v1/admin/growth/credits?limit=50${cursor}`);
    const { items, next_cursor } = response.json();
    seen.push(...items.map(({ id }: { id: number }) => id));
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [112, 112]);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => b - a),
  );
  assert.deepEqual(
    (await listed('?account_id=ravi')).map(({ credits }: { credits: number }) => credits),
    [5],
  );
  assert.deepEqual(await listed('?email=nobody@example.com'), []);
  for (const query of ['?cursor=first', '?acount_id=ravi']) {
    assert.equal((await service.admin('GET', `/api/v1/admin/growth/credits${query}`)).statusCode, 422, query);
  }
});
