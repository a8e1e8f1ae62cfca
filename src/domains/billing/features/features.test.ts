import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, type GivenKey, givenAccount, givenKey } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let other: TestService;
before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
});
after(async () => {
  await other?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const reason = 'a test';
const plans = '/api/v1/admin/plan-features';
const accounts = '/api/v1/admin/account-features';
const ofPlan = (plan_id: string, change: object) =>
  asOperator(service, 'PATCH', plans, { plan_id, reason, ...change });
const ofAccount = (account_id: string, change: object) =>
  asOperator(service, 'PATCH', accounts, { account_id, reason, ...change });
const holder = (plan: string): Promise<GivenKey> => givenKey(service.database.db, { plan });
/** As another process decides it. */
const accessOf = async (accountId: string) => {
  const { allowed, code, message, plan_id } = (
    await other.internal('GET', `/internal/billing/mcp-status/${accountId}`)
  ).json();
  assert.equal(message === null, allowed);
  return [allowed, code, plan_id];
};

test('agents of a plan that is switched off are refused on every process until it is switched on', async () => {
  const { accountId } = await holder('scale');
  assert.deepEqual(await accessOf(accountId), [true, null, 'scale']);
  const off = await ofPlan('scale', { mcp: false });
  assert.deepEqual([off.mcp, off.mcp_by_default, off.inherit, off.changed_by], [false, true, false, 'ops']);
  assert.deepEqual(await accessOf(accountId), [false, 'mcp_revoked', 'scale']);
  assert.equal((await ofPlan('scale', { inherit: true })).mcp, true);
  assert.deepEqual(await accessOf(accountId), [true, null, 'scale']);
});

test('a plan without agents can be given them', async () => {
  const { accountId } = await holder('credits_25');
  assert.deepEqual(await accessOf(accountId), [false, 'mcp_unavailable', 'credits_25']);
  await ofPlan('credits_25', { mcp: true });
  assert.deepEqual(await accessOf(accountId), [true, null, 'credits_25']);
  assert.deepEqual((await ofPlan('credits_25', { mcp: null })).inherit, true);
});

test("an account's own setting counts more than its plans, and what it inherits is theirs", async () => {
  const { accountId } = await holder('growth');
  const off = await ofAccount(accountId, { mcp: false });
  assert.deepEqual([off.mcp, off.inherit, off.access.code], [false, false, 'mcp_account_off']);
  assert.deepEqual(await accessOf(accountId), [false, 'mcp_account_off', 'growth']);
  const inherits = await ofAccount(accountId, { mcp: null });
  assert.deepEqual([inherits.mcp, inherits.inherit, inherits.access.allowed], [null, true, true]);

  const newcomer = await givenAccount(service.database.db);
  assert.deepEqual(await accessOf(newcomer.accountId), [false, 'mcp_gate', null]);
  await ofAccount(newcomer.accountId, { mcp: true });
  assert.deepEqual(await accessOf(newcomer.accountId), [true, null, null]);
});

test('accounts with a setting of their own are listed in pages, one is shown by its email', async () => {
  const db = service.database.db;
  const named = await givenAccount(db, { email: 'featured@example.com' });
  await ofAccount(named.accountId, { mcp: true });
  const first = await asOperator(service, 'GET', `${accounts}?limit=1`);
  assert.equal(first.items[0].account_id, named.accountId);
  const second = await asOperator(service, 'GET', `${accounts}?limit=1&cursor=${first.next_cursor}`);
  assert.notEqual(second.items[0].account_id, named.accountId);

  const shown = await asOperator(service, 'GET', `${accounts}?email=featured@example.com`);
  assert.deepEqual([shown.items.length, shown.items[0].reason], [1, reason]);
  assert.match(shown.copy.mcp_account_off, /switched off for your account/);
});

test('the price list of every process follows the plans, and its own sentences too', async () => {
  const list = async (of: TestService) => (await of.request('GET', '/api/pricing')).json();
  await ofPlan('starter', { mcp: false });
  assert.deepEqual((await list(service)).mcp_plan_ids, ['enterprise', 'growth', 'scale']);
  await eventually(async () => {
    const { monthly_plans, copy } = await list(other);
    assert.equal(monthly_plans[0].mcp, false);
    assert.match(copy.ai_docs_plans, /comes with Growth and Scale\./);
  });
  await ofPlan('starter', { inherit: true });
  assert.equal((await list(service)).mcp_plan_ids.length, 4);
});

test('the audit log says what it was and why', async () => {
  const { accountId } = await givenAccount(service.database.db);
  await ofAccount(accountId, { mcp: false });
  await ofAccount(accountId, { inherit: true });
  const { items } = await asOperator(service, 'GET', `/api/v1/admin/audit?account_id=${accountId}`);
  assert.deepEqual(
    items.map(({ before, after, details }: { before: object; after: object; details: object }) => [
      before,
      after,
      details,
    ]),
    [
      [{ mcp: false }, { mcp: null }, { reason }],
      [{ mcp: null }, { mcp: false }, { reason }],
    ],
  );
});

for (const [body, named] of [
  [{ reason }, 'mcp'],
  [{ mcp: false, inherit: true, reason }, 'mcp'],
  [{ mcp: true, inherit: true, reason }, 'mcp'],
  [{ mcp: 'yes', reason }, 'mcp'],
  [{ mcp: true }, 'reason'],
  [{ mcp: true, reason: '' }, 'reason'],
  [{ mcp: true, reason: 'r'.repeat(501) }, 'reason'],
] as const) {
  test(`a change of ${JSON.stringify(body).slice(0, 40)} is 422 naming ${named}`, async () => {
    for (const [path, whose] of [
      [plans, { plan_id: 'scale' }],
      [accounts, { account_id: 'nobody' }],
    ] as const) {
      const response = await service.admin('PATCH', path, { ...whose, ...body });
      assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', named]]);
    }
  });
}

test('an unknown account cannot be changed', async () => {
  const response = await service.admin('PATCH', accounts, { mcp: true, reason });
  assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'account_id']]);
});
