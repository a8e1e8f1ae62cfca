import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const path = '/api/v1/admin/growth/promos';
const save = (body: object) => service.admin('POST', path, body);
const faultsOf = async (body: object): Promise<string[]> => {
  const response = await save(body);
  assert.equal(response.statusCode, 422, response.body);
  return response.json().detail.map(({ loc }: { loc: string[] }) => loc[1]);
};
const redeem = async (code: string) => {
  const { accountId: account_id } = await givenAccount(service.database.db);
  const answer = await service.internal('POST', '/internal/growth/redeem', { account_id, code });
  assert.equal(answer.statusCode, 200, answer.body);
  return account_id;
};

test('a promo has its defaults, and saving its code again replaces its terms and keeps its uses', async () => {
  const { created_at, updated_at, ...made } = await asOperator(service, 'POST', path, {
    code: 'welcome-10',
    credits: 10,
  });
  assert.equal(created_at, updated_at);
  assert.deepEqual(made, {
    ...{ code: 'WELCOME-10', credits: 10, valid_days: 365, max_uses: null, starts_at: '', ends_at: '' },
    ...{ per_account_once: true, active: true, message: '', uses: 0, uses_left: null, updated_by: 'ops' },
  });
  await redeem('WELCOME-10');
  const changed = await asOperator(service, 'POST', path, { code: 'WELCOME-10', credits: 20, max_uses: 5 });
  assert.deepEqual(
    [changed.credits, changed.uses, changed.uses_left, changed.created_at],
    [20, 1, 4, created_at],
  );
});

test('the audit log has the terms before and after', async () => {
  await save({ code: 'AUDITED', credits: 1 });
  await save({ code: 'AUDITED', credits: 2, active: false });
  const { rows } = await service.database.pool.query(
    `select details from audit_entry where event = 'promo.saved' and details->>'code' = 'AUDITED' order by id`,
  );
  const said = rows.map(({ details: { before, after } }) => [before?.credits, after.credits, after.active]);
  assert.deepEqual(said, [
    [undefined, 1, true],
    [1, 2, false],
  ]);
});

test('every fault of a promo is named at once', async () => {
  const faulty = {
    code: 'A!',
    credits: 0,
    valid_days: 0,
    max_uses: 0,
    starts_at: 'tomorrow',
    message: 'a\u202eb',
  };
  assert.deepEqual(new Set(await faultsOf(faulty)), new Set(Object.keys(faulty)));
  const dates = { starts_at: '2026-11-08T00:00:00Z', ends_at: '2026-11-08T05:30:00+05:30' };
  assert.deepEqual(await faultsOf({ code: 'DATES', credits: 1, ...dates }), ['ends_at']);
  for (const starts_at of [
    '2026-11-08',
    '2026-11-08T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-11-08T23:59:60Z',
  ]) {
    assert.deepEqual(await faultsOf({ code: 'DATES', credits: 1, starts_at }), ['starts_at'], starts_at);
  }
});

test('a promo can not allow fewer uses than it had', async () => {
  await save({ code: 'FEWER', credits: 1, max_uses: 3 });
  await redeem('FEWER');
  await redeem('FEWER');
  assert.deepEqual(await faultsOf({ code: 'FEWER', credits: 1, max_uses: 1 }), ['max_uses']);
  assert.equal(
    (await asOperator(service, 'POST', path, { code: 'FEWER', credits: 1, max_uses: 2 })).uses_left,
    0,
  );
});

test('promos and redemptions are listed newest first, in pages, and redemptions by account and by code', async () => {
  await save({ code: 'LISTED-1', credits: 1 });
  await save({ code: 'LISTED-2', credits: 2 });
  const first = await asOperator(service, 'GET', `${path}?limit=1`);
  const second = await asOperator(service, 'GET', `${path}?limit=1&cursor=${first.next_cursor}`);
  assert.deepEqual([first.items[0].code, second.items[0].code], ['LISTED-2', 'LISTED-1']);

  await redeem('LISTED-1');
  const account = await redeem('LISTED-2');
  const redemptions = (query: string) =>
    asOperator(service, 'GET', `/api/v1/admin/growth/redemptions?${query}`);
  const newest = await redemptions('limit=1');
  const older = await redemptions(`limit=1&cursor=${newest.next_cursor}`);
  assert.deepEqual([newest.items[0].code, older.items[0].code], ['LISTED-2', 'LISTED-1']);
  assert.deepEqual((await redemptions('code=listed-1')).items, older.items);
  assert.deepEqual((await redemptions(`account_id=${account}`)).items, newest.items);
  assert.deepEqual((await redemptions('account_id=nobody')).items, []);
});
