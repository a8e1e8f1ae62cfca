/** Stories of buyers and banks, told to two workers in any order, with repeats, losses, forgeries and aborted transactions. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Phase } from '#core/context.ts';
import { transact } from '#core/running/transact.ts';
import { balanceOf, reconcileLedger } from '#domains/credits/index.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { type MemoryProvider, memoryProvider } from '#test/support/memory-provider.ts';
import { stories, type Told, tell } from '#test/support/money-story.ts';
import { fc } from '#test/support/properties.ts';
import { writeFacts } from '#test/support/provider-facts.ts';
import { givenDelivery } from '#test/support/purchases.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { sizeOf } from '#test/support/size.ts';
import { claimToken } from '../claims/claim-token.ts';
import { applyStored } from '../deliveries/apply-delivery.ts';
import { Payments } from '../payments-port.ts';
import { askAbout, referencesOf } from '../reconciliation/ask-provider.ts';
import { duplicatesToRefund, paymentsOf } from './payment-ledger.ts';
import { refundDuplicate } from './refund-duplicate.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
await stopLedgerClock(pool, new Date('2026-03-01T00:00:00Z'));

const runs = sizeOf({ small: 10, whole: 30 });

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], roll: () => number): Item[] {
  return items
    .map((item) => ({ item, at: roll() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** A worker whose transactions are undone now and then just before their commit. */
function worker({ app: { kernel } }: TestService, aborts: () => boolean) {
  const author = { by: 'system' as const, actor: 'system:test', operation: 'test', requestId: 'test' };
  const lossy = {
    ...kernel,
    transaction: <Result>(work: (transaction: never) => Promise<Result>) =>
      db.transaction().execute(async (transaction) => {
        const result = await work(transaction as never);
        if (aborts()) throw new Error('undone');
        return result;
      }),
  };
  return {
    ports: kernel.ports,
    now: () => kernel.clock.now(),
    log: kernel.log,
    caller: { kind: 'system', job: 'test' } as const,
    signal: new AbortController().signal,
    phase: <Result>(work: (phase: Phase) => Promise<Result>): Promise<Result> =>
      transact(lossy, author, (inside, { audit, enqueue, afterCommit }) =>
        work({ db: inside, audit, enqueue, afterCommit }),
      ),
  };
}

const claim = ({ purchase, accountId }: Told) =>
  service.internal('POST', '/internal/billing/claim', {
    token: claimToken(testSecrets.suppression_pepper, purchase.id),
    account_id: accountId,
  });

/** Delivers a part of the facts, some of them more than once. */
async function deliver(told: readonly Told[], roll: () => number): Promise<void> {
  const facts = told.flatMap((one) => one.facts).filter(() => roll() > 0.15);
  const repeated = shuffled([...facts, ...facts.filter(() => roll() > 0.5)], roll);
  const work = repeated.map((fact) => async (doer: ReturnType<typeof worker>) => {
    await applyStored(doer, await givenDelivery(db, [fact])).catch(ignoreUndone);
  });
  for (const one of told) work.push(async () => void (await claim(one)));
  for (const one of told) work.push(() => forge(one));
  const queue = shuffled(work, roll);
  const run = async () => {
    const doer = worker(service, () => roll() < 0.1);
    for (let next = queue.pop(); next; next = queue.pop()) await next(doer);
  };
  await Promise.all([run(), run()]);
}

/** A stranger who knows the shapes and the references, and not the secret. */
async function forge({ facts }: Told): Promise<void> {
  const body = writeFacts(facts).replaceAll(/"(?:pay|rfnd|disp)_[^"]+"/g, '"pay_forged"');
  const headers = { 'content-type': 'application/json', 'x-signature': 'f'.repeat(64) };
  const response = await service.request('POST', '/api/v1/billing/webhook/sandbox', { body, headers });
  assert.equal(response.statusCode, 401, response.body);
}

const ignoreUndone = (error: Error) => assert.equal(error.message, 'undone');

/** The acts of the nightly job, its follow-ups and the buyers, until none is left. */
async function settleAll(told: readonly Told[]): Promise<void> {
  const doer = worker(service, () => false);
  for (let night = 0; night < 2; night += 1) {
    for (const { purchase } of told)
      for (const reference of await referencesOf(db, purchase.id)) await askAbout(doer, reference);
    const due = await duplicatesToRefund(db);
    await Promise.all(
      [...due, ...due].map(({ provider, provider_payment_id: payment }) =>
        refundDuplicate.run(doer, { provider, payment }),
      ),
    );
    for (const one of told) await claim(one);
  }
}

async function assertExact(told: Told, provider: MemoryProvider): Promise<void> {
  const { purchase, account } = told;
  const rows = await paymentsOf(db, purchase.id);
  const byPayment = new Map(rows.map((row) => [row.provider_payment_id, row]));
  assert.deepEqual([...byPayment.keys()].toSorted(), told.payments.toSorted(), 'one row for each payment');

  let owed = 0;
  let frozen = 0;
  for (const id of told.payments) {
    const { outcome, amount_paise: amountPaise, credits_short, frozen_by } = byPayment.get(id)!;
    const held = provider.heldOf(id);
    assert.equal(credits_short, 0);
    if (held === 0) assert.notEqual(outcome, 'granted', 'credits without money');
    if (held > 0) assert.equal(outcome, 'granted', 'money without credits');
    if (outcome !== 'granted') continue;
    const left = purchase.credits - Math.floor((purchase.credits * (amountPaise - held)) / amountPaise);
    owed += left;
    if (frozen_by !== null) frozen += left;
  }
  const { balance: available, held } = await balanceOf(db, account);
  assert.deepEqual([available + held, held], [owed, frozen]);

  const { rows: sums } = await pool.query(
    `select coalesce(sum(case kind when 'payment' then amount_paise else -amount_paise end), 0)::int as kept
     from payment where purchase = $1`,
    [purchase.id],
  );
  const kept = told.payments.reduce((sum, id) => sum + provider.heldOf(id), 0);
  assert.equal(sums[0].kept, kept, 'the ledger has what the provider holds');
}

test('every rupee that is kept is granted once, and nothing else is', async () => {
  const provider = memoryProvider();
  service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
  let facts = 0;
  await fc.assert(
    fc.asyncProperty(stories, fc.integer(), async (written, seed) => {
      const roll = dice(seed);
      const told: Told[] = [];
      for (const story of written) told.push(await tell(db, provider, story));
      facts += told.reduce((sum, one) => sum + one.facts.length, 0);
      await deliver(told, roll);
      await settleAll(told);
      for (const one of told) await assertExact(one, provider);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  assert.deepEqual(await reconcileLedger(db), []);
  assert.ok(facts > runs * 16, `only ${facts} facts were reported`);
});
