import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOperator, type GivenKey, givenKey } from '#test/support/kit.ts';
import { planNamed } from '#test/support/plans.ts';
import { fc } from '#test/support/properties.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const planIds = ['none', 'starter', 'scale', 'enterprise', 'credits_25'];
/** How operators can lock an account: by each name that leads to it. */
const locks = {
  account: ({ accountId }: GivenKey) => accountId,
  email: ({ accountId }: GivenKey) => `${accountId}@${accountId}.example.com`,
  email_domain: ({ accountId }: GivenKey) => `${accountId}.example.com`,
  provider_user: ({ accountId }: GivenKey) => `google:${accountId}`,
};
type LockType = keyof typeof locks;

interface State {
  plan: string;
  /** As operators switch it for the plan and for the account; null inherits. */
  ofPlan: boolean | null;
  own: boolean | null;
  lock: LockType | null;
  isLifted: boolean;
}

const states: fc.Arbitrary<State> = fc.record({
  plan: fc.constantFrom(...planIds),
  ofPlan: fc.constantFrom(true, false, null),
  own: fc.constantFrom(true, false, null),
  lock: fc.constantFrom(null, ...(Object.keys(locks) as LockType[])),
  isLifted: fc.boolean(),
});

let accounts = 0;

async function accountIn({ plan, ofPlan, own, lock, isLifted }: State): Promise<GivenKey> {
  const accountId = `agent-state-${++accounts}`;
  const key = await givenKey(db, { accountId, plan, email: `${accountId}@${accountId}.example.com` });
  await db
    .insertInto('identity_handle')
    .values({ kind: 'provider_user', handle: `google:${accountId}`, account: key.account })
    .execute();
  const change = (mcp: boolean | null) => ({ mcp, reason: 'a test' });
  if (plan !== 'none')
    await asOperator(service, 'PATCH', '/api/v1/admin/plan-features', { plan_id: plan, ...change(ofPlan) });
  const ofAccount = { account_id: accountId, ...change(own) };
  await asOperator(service, 'PATCH', '/api/v1/admin/account-features', ofAccount);
  if (lock) {
    const subject = { subject_type: lock, subject: locks[lock](key) };
    await asOperator(service, 'POST', '/api/v1/admin/locks', { ...subject, reason: 'a test' });
    if (isLifted) await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', subject);
  }
  return key;
}

/** Whether a tool answers the account's agent. */
async function agentIsServed({ text }: GivenKey): Promise<boolean> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_balance', arguments: {} },
  };
  const { statusCode, ...response } = await service.withKey(text, 'POST', '/mcp', body);
  assert.ok([200, 403].includes(statusCode), String(statusCode));
  return statusCode === 200 && response.json().result.isError !== true;
}

const expected = ({ plan, ofPlan, own, lock, isLifted }: State) =>
  (lock === null || isLifted) && (own ?? (plan !== 'none' && (ofPlan ?? planNamed(plan).mcp)));

test('mcp-status, the console and POST /mcp decide alike, whatever the state of the account', async () => {
  const property = fc.asyncProperty(states, async (state) => {
    const key = await accountIn(state);
    const { accountId } = key;
    const asked = await service.internal('GET', `/internal/billing/mcp-status/${accountId}`);
    const { allowed, code, message } = asked.json();
    const path = `/api/v1/admin/account-features?account_id=${accountId}`;
    const { items } = await asOperator(service, 'GET', path);
    assert.deepEqual(
      [allowed, items[0].access.allowed, await agentIsServed(key)],
      Array.from({ length: 3 }, () => expected(state)),
    );
    assert.equal(items[0].access.code, code);
    assert.deepEqual([code === null, message === null], [allowed, allowed]);
    if (state.lock && !state.isLifted) assert.equal(code, 'account_locked');
  });
  await fc.assert(property, { numRuns: 60 });
});
