import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Keyring } from '#domains/keys/keyring/keyring.ts';
import { type GivenAccount, givenAccount, givenKey } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { agentAccessOf, openAgentAccess } from './agent-access.ts';
import { setAccountFeature } from './features/sql.ts';
import { Payments } from './payments-port.ts';
import { planOf, plansOf } from './plans-of.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const march = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
const clock = await stopLedgerClock(pool, march.start);
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
const after72h = new Date(march.end.getTime() + 72 * 3_600_000);
const justBefore = (at: Date) => new Date(at.getTime() - 1);

async function subscribed(plan: string) {
  const { account, accountId } = await givenAccount(db);
  const { reference } = await givenPurchase(db, provider, { plan, account });
  await applyFacts(db, 'sandbox', provider.charge(reference, march));
  return { account, accountId, reference };
}
const deciding = { db, ports: service.app.kernel.ports, now: () => new Date() };
const planAt = async (account: number, at: Date) => {
  await clock.set(at);
  return (await planOf(db, account))?.plan.id ?? null;
};

test('a plan lasts for three days of grace after the paid period, to the millisecond', async () => {
  const { account } = await subscribed('growth');
  assert.equal(await planAt(account, march.end), 'growth');
  assert.equal(await planAt(account, justBefore(after72h)), 'growth');
  assert.equal(await planAt(account, after72h), null);
});

for (const status of ['cancelled', 'completed', 'halted', 'paused', 'expired'] as const) {
  test(`a subscription that is ${status} has no grace: its plan ends with the paid period`, async () => {
    const { account, reference } = await subscribed('growth');
    await applyFacts(db, 'sandbox', provider.tell(reference, status, new Date('2026-03-20')));
    assert.equal(await planAt(account, justBefore(march.end)), 'growth');
    assert.equal(await planAt(account, march.end), null);
  });
}

test('an old word about a subscription does not undo a newer one, and nothing undoes its end', async () => {
  const { account, reference } = await subscribed('growth');
  await applyFacts(db, 'sandbox', [
    ...provider.tell(reference, 'pending', new Date('2026-04-01T01:00:00Z')),
    ...provider.tell(reference, 'active', new Date('2026-03-02')),
  ]);
  const status = async () =>
    (
      await db
        .selectFrom('subscription')
        .select('status')
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
    ).status;
  assert.equal(await status(), 'pending');
  await applyFacts(db, 'sandbox', provider.tell(reference, 'active', new Date('2026-04-02')));
  assert.equal(await status(), 'active');
  await applyFacts(db, 'sandbox', [
    ...provider.tell(reference, 'cancelled', new Date('2026-03-05')),
    ...provider.tell(reference, 'active', new Date('2026-05-02')),
  ]);
  assert.equal(await status(), 'cancelled');
});

test('a customer who cancels keeps the plan until the period ends, however often they ask', async () => {
  const { account, accountId } = await subscribed('starter');
  const cancel = () => service.internal('POST', `/internal/billing/cancellation/${accountId}`, {});
  const answers = [await cancel(), await cancel()].map((response) => response.json());
  assert.deepEqual(answers[0], {
    account_id: accountId,
    plan_id: 'starter',
    ends_at: march.end.toISOString(),
  });
  assert.deepEqual(answers[1], answers[0]);
  assert.equal(await planAt(account, justBefore(march.end)), 'starter');
  assert.equal(await planAt(account, march.end), null);
});

test('a plan whose money all went back can still be cancelled, and ends with an upgrade', async () => {
  await clock.set(march.start);
  const stopped = async (reference: string) =>
    (
      await db.selectFrom('subscription').select('stop_reason').where('reference', '=', reference).execute()
    )[0]?.stop_reason;
  const refunded = async () => {
    const { account, accountId } = await givenAccount(db);
    const { reference } = await givenPurchase(db, provider, { plan: 'starter', account });
    const charge = provider.charge(reference, march);
    const payment = charge[0]!.kind === 'payment' ? charge[0]!.payment.id : '';
    await applyFacts(db, 'sandbox', [...charge, ...provider.sendBack(payment, 9_900)]);
    return { account, accountId, reference };
  };
  const cancelling = await refunded();
  const cancelled = await service.internal(
    'POST',
    `/internal/billing/cancellation/${cancelling.accountId}`,
    {},
  );
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assert.equal(await stopped(cancelling.reference), 'cancelled');

  const upgrading = await refunded();
  const dearer = await givenPurchase(db, provider, { plan: 'scale', account: upgrading.account });
  await applyFacts(db, 'sandbox', provider.charge(dearer.reference, march));
  assert.deepEqual(
    [await stopped(upgrading.reference), await stopped(dearer.reference)],
    ['superseded', null],
  );
});

test("a key's rate and plan follow what its account buys, as soon as that is announced", async () => {
  await clock.set(march.start);
  const key = await givenKey(db, { plan: 'none' });
  const shown = async () => {
    const { headers, ...response } = await service.withKey(key.text, 'GET', '/api/v1/key/info');
    return [response.json().plan, headers['ratelimit-policy']];
  };
  assert.deepEqual(await shown(), ['none', '"key";q=20;w=60']);
  const plan = await givenPurchase(db, provider, { plan: 'scale', account: key.account });
  await applyFacts(db, 'sandbox', provider.charge(plan.reference, march));
  service.app.kernel.ports.use(Keyring).forget('account_changed', String(key.account));
  assert.deepEqual(await shown(), ['scale', '"key";q=120;w=60']);
});

test('agents are let in by a plan that includes them, bought or assigned, and not by packs', async () => {
  await clock.set(march.start);
  const { account: id, accountId } = await subscribed('starter');
  assert.deepEqual(await agentAccessOf(deciding, { id, account_id: accountId }), {
    allowed: true,
    code: null,
    message: null,
    plan: 'starter',
  });
  const codeOf = async ({ account, accountId: named }: GivenAccount) =>
    (await agentAccessOf(deciding, { id: account, account_id: named })).code;
  assert.equal(await codeOf(await givenAccount(db)), 'mcp_gate');
  assert.equal(await codeOf(await givenKey(db, { plan: 'credits_25' })), 'mcp_unavailable');
  const enterprise = await givenKey(db, { plan: 'enterprise' });
  assert.equal(await codeOf(enterprise), null);
  assert.deepEqual(
    (await plansOf(db, enterprise.account)).map(({ kind }) => kind),
    ['key'],
  );
});

test('agents that call at once are judged by one statement, and the next call by what is in force then', async () => {
  await clock.set(march.start);
  const subscriber = await subscribed('starter');
  const sizes: number[] = [];
  const ask = openAgentAccess(deciding, pool, (_, items) => sizes.push(items));
  const asking = ({ account: id, accountId }: GivenAccount) => ({
    account: { id, account_id: accountId },
    hasPriority: false,
  });
  const [one, other] = [asking(subscriber), asking(await givenAccount(db))];
  const asked = [one, other, one, other];
  const codes = (answers: readonly { code: string | null }[]) => answers.map(({ code }) => code);
  assert.deepEqual(codes(await Promise.all(asked.map((account) => ask(account)))), [
    null,
    'mcp_gate',
    null,
    'mcp_gate',
  ]);
  assert.deepEqual(sizes, [4]);
  const off = { mcp: false, reason: 'It loops', changed_by: 'ops', changed_at: march.start };
  await setAccountFeature(db, subscriber.account, off);
  assert.deepEqual(codes(await Promise.all(asked.map((account) => ask(account)))).slice(0, 2), [
    'mcp_account_off',
    'mcp_gate',
  ]);
});
