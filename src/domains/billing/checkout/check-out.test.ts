import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { ProviderFact } from '#platform/payments/port.ts';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenOnboarded, givenSubscription } from '#test/support/purchases.ts';
import { testSecrets, testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
beforeEach(() => {
  provider.calls = [];
});

let made = 0;
const publicly = (body: object, key?: string) =>
  service.request('POST', '/api/v1/billing/checkout', {
    body,
    remoteAddress: `2001:db8:7:${(key ? 1 : ++made + 1).toString(16)}::1`,
    ...(key
      ? { headers: { 'idempotency-key': key, 'idempotency-secret': 'known-to-this-buyer-alone' } }
      : {}),
  });
const inside = (body: object, key?: string) =>
  service.request('POST', '/internal/billing/checkout', {
    body,
    headers: {
      'x-internal-secret': testSecrets.internal_secret,
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
async function buyer(): Promise<string> {
  const { accountId } = await givenAccount(db, { accountId: `buyer-${++made}` });
  await givenOnboarded(service, accountId);
  return accountId;
}
const purchases = async () => (await db.selectFrom('purchase').select('id').execute()).length;
const apply = (facts: ProviderFact[]) => applyFacts(db, 'sandbox', facts);

test('a plan is sold to a stranger: a subscription at the provider, with a page to pay on', async () => {
  const response = await publicly({ plan_id: 'growth' });
  assert.equal(response.statusCode, 200, response.body);
  const { payment_reference, payment_url, ...terms } = response.json();
  assert.match(payment_reference, /^sub_/);
  assert.equal(payment_url, `https://pay.example/${payment_reference}`);
  assert.deepEqual(terms, {
    provider: 'sandbox',
    widget: { key_id: 'memory' },
    payment_form: null,
    plan_id: 'growth',
    plan_name: 'Growth',
    kind: 'monthly',
    amount: 39_900,
    amount_display: '₹399',
    currency: 'INR',
  });
});

test('one Idempotency-Key makes one purchase, also when the provider took the order and its answer was lost', async () => {
  const before = await purchases();
  provider.losesAnswer = true;
  const lost = await publicly({ plan_id: 'starter' }, 'lost');
  assert.deepEqual([lost.statusCode, lost.json().code], [503, 'payments_unavailable']);
  assert.equal(lost.headers['retry-after'], '10');
  const answer = await publicly({ plan_id: 'starter' }, 'lost');
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal((await publicly({ plan_id: 'starter' }, 'lost')).body, answer.body);
  assert.equal(await purchases(), before + 1);
  assert.equal(new Set(provider.calls).size, 1, 'our own id identifies the purchase at the provider');
});

test('two callers at one address with the same key and body get references of their own', async () => {
  const send = async (secret?: string) => {
    const response = await service.request('POST', '/api/v1/billing/checkout', {
      body: { plan_id: 'growth' },
      remoteAddress: '2001:db8:8::1',
      headers: { 'idempotency-key': 'purchase-1', ...(secret ? { 'idempotency-secret': secret } : {}) },
    });
    assert.equal(response.statusCode, 200, response.body);
    return {
      reference: response.json().payment_reference,
      isReplay: 'idempotency-replayed' in response.headers,
    };
  };
  const mine = 'M1.known-to-one-buyer-alone';
  const first = await send(mine);
  const others = [await send(), await send(), await send('Y2.known-to-another-alone')];
  assert.equal(new Set([first, ...others].map(({ reference }) => reference)).size, 4);
  assert.ok(others.every(({ isReplay }) => !isReplay));
  assert.deepEqual(await send(mine), { reference: first.reference, isReplay: true });
  const { rows } = await service.database.pool.query('select answer::text from idempotent_answer as answer');
  assert.ok(!JSON.stringify(rows).includes(mine));
});

test('a secret that can be guessed is refused', async () => {
  const headers = { 'idempotency-key': 'purchase-2', 'idempotency-secret': 'x'.repeat(21) };
  const body = { plan_id: 'growth' };
  const refused = await service.request('POST', '/api/v1/billing/checkout', { body, headers });
  assert.deepEqual(
    [refused.statusCode, refused.json().detail[0].loc],
    [422, ['header', 'idempotency-secret']],
  );
});

test('a repeat while the provider is being asked is refused with idempotency_key_in_use', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { createSubscription } = provider;
  const asked = Promise.withResolvers<void>();
  provider.createSubscription = async (wanted) => {
    asked.resolve();
    await promise;
    return createSubscription(wanted);
  };
  const first = publicly({ plan_id: 'scale' }, 'slow');
  await asked.promise;
  const second = await publicly({ plan_id: 'scale' }, 'slow');
  assert.deepEqual([second.statusCode, second.json().code], [409, 'idempotency_key_in_use']);
  resolve();
  assert.equal((await first).statusCode, 200);
  provider.createSubscription = createSubscription;
});

test('without a configured provider nothing is stored', async () => {
  const { providers } = service.app.kernel.ports.use(Payments);
  const before = await purchases();
  providers.delete('sandbox');
  const response = await publicly({ plan_id: 'growth' });
  providers.set('sandbox', provider);
  assert.deepEqual([response.statusCode, await purchases()], [503, before]);
});

test('an account that is not onboarded hears what is missing', async () => {
  const { accountId } = await givenAccount(db, { accountId: 'not-onboarded' });
  const response = await inside({ account_id: accountId, plan_id: 'growth' });
  assert.deepEqual([response.statusCode, response.json().code], [403, 'onboarding_required']);
  assert.deepEqual(response.json().missing.includes('business_profile'), true);
});

test('an account that asks again continues its unpaid checkout, and buys again once that is paid', async () => {
  const account_id = await buyer();
  const body = { account_id, plan_id: 'growth' };
  const answers = await Promise.all([inside(body), inside(body), inside(body)]);
  const [reference, ...others] = [...new Set(answers.map((one) => one.json().payment_reference))];
  assert.deepEqual(others, []);
  const start = new Date();
  await apply(provider.charge(reference, { start, end: new Date(start.getTime() + 86_400_000) }));
  const again = await inside(body);
  assert.deepEqual([again.statusCode, again.json().code], [409, 'already_subscribed']);
  const pack = { account_id, plan_id: 'topup_20' };
  const first = (await inside(pack)).json().payment_reference;
  await apply(provider.pay(first));
  assert.notEqual((await inside(pack)).json().payment_reference, first);
});

for (const [active, wanted, status, code] of [
  [null, 'topup_20', 409, 'topup_requires_plan'],
  ['starter', 'topup_20', 200, undefined],
  ['starter', 'growth', 200, undefined],
  ['growth', 'starter', 409, 'downgrade_not_self_serve'],
  ['growth', 'growth', 409, 'already_subscribed'],
  ['growth', 'scale', 200, undefined],
  [null, 'enterprise', 404, 'unknown_plan'],
] as const) {
  test(`${wanted} for an account with ${active ?? 'no plan'} is ${code ?? 'sold'}`, async () => {
    const account_id = await buyer();
    if (active) await givenSubscription(db, provider, { accountId: account_id, plan: active });
    const response = await inside({ account_id, plan_id: wanted });
    assert.deepEqual([response.statusCode, response.json().code], [status, code]);
  });
}

test('after a cancellation the same plan can be bought again before the period ends', async () => {
  const account_id = await buyer();
  await givenSubscription(db, provider, { accountId: account_id, plan: 'growth' });
  const cancelled = await service.internal('POST', `/internal/billing/cancellation/${account_id}`, {});
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assert.equal((await inside({ account_id, plan_id: 'growth' })).statusCode, 200);
});

test('a locked account buys nothing until its lock is lifted, by whatever name it is locked', async () => {
  const accountId = await buyer();
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const before = await purchases();
  for (const subject of [
    { subject_type: 'account', subject: accountId },
    { subject_type: 'email', subject: email },
  ]) {
    await service.admin('POST', '/api/v1/admin/locks', { ...subject, reason: 'a test' });
    const refused = await inside({ account_id: accountId, plan_id: 'growth' });
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'account_locked']);
    assert.deepEqual(await offersTo(accountId), ['account_locked']);
    await service.admin('POST', '/api/v1/admin/locks/unlock', subject);
  }
  assert.equal(await purchases(), before);
  assert.equal((await inside({ account_id: accountId, plan_id: 'growth' })).statusCode, 200);
});

test('an account whose registration was refused buys nothing until one succeeds', async () => {
  const [accountId, other] = [await buyer(), await buyer()];
  const register = (account_id: string, user: string) =>
    service.internal('POST', '/internal/identity/register', {
      account_id,
      provider: 'google',
      provider_user_id: user,
    });
  await register(other, 'taken');
  assert.equal((await register(accountId, 'taken')).statusCode, 409);
  const refused = await inside({ account_id: accountId, plan_id: 'growth' });
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'registration_refused']);
  assert.deepEqual(await offersTo(accountId), ['registration_refused']);
  assert.equal((await register(accountId, 'free')).statusCode, 200);
  assert.equal((await inside({ account_id: accountId, plan_id: 'growth' })).statusCode, 200);
});

/** Why the plans and packs can't be bought, each reason once. */
async function offersTo(accountId: string): Promise<string[]> {
  const { offers } = (await service.internal('GET', `/internal/billing/plan/${accountId}`)).json();
  return [...new Set<string>(offers.map(({ refusal }: { refusal: string }) => refusal))];
}
