import assert from 'node:assert/strict';
import { dayMs } from '#core/clock.ts';
import { grantCredits, packExpiry, periodEnd, releaseHold, revokeCredits } from '#domains/credits/index.ts';
import { sweepExpiredHolds, sweepExpiredLots } from '#domains/credits/sweep-credits.ts';
import { fc } from '#test/support/properties.ts';
import type { LedgerModel } from './model.ts';
import type { RealLedger } from './real-ledger.ts';
import { extendHold, openHold, refundSpend, settleHold, spendBatch, spendOne } from './statements.ts';

type Command = fc.AsyncCommand<LedgerModel, RealLedger>;
type Act = (model: LedgerModel, real: RealLedger) => Promise<void>;

/** The day of the first purchase. All monthly periods start from it. */
export const startAt = new Date('2026-01-31T10:00:00.000Z');
export const accountCount = 2;
const itemsPerSweep = 1000;

/** Runs the same command on both, then compares everything. */
const command = (label: string, act: Act): Command => ({
  check: () => true,
  async run(model, real) {
    await act(model, real);
    await real.assertSameAs(model);
  },
  toString: () => label,
});

const account = fc.integer({ min: 1, max: accountCount });
const credits = fc.integer({ min: 1, max: 12 });
const granted = fc.integer({ min: 1, max: 8 });
const place = fc.nat(30);
const keyName = fc.nat(9).map((number) => `key ${number}`);
const leaseMs = fc.constantFrom(1, 1000, 40 * dayMs, 400 * dayMs);

/** One of the existing items, by position; undefined if there are none. */
const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

const expiries = {
  monthly: (now: Date) => periodEnd(startAt, now),
  pack: packExpiry,
  'in 2 ms': (now: Date) => new Date(now.getTime() + 2),
  'already over': (now: Date) => now,
};

const kind = fc.constantFrom(
  ...(['monthly', 'monthly', 'monthly', 'pack', 'pack', 'pack', 'in 2 ms', 'already over'] as const),
);

const grant = fc
  .tuple(account, granted, kind, fc.constantFrom(0, 0, 0, 1))
  .map(([owner, amount, kindOfLot, repeats]) =>
    command(`grant ${amount} ${kindOfLot} to ${owner}, ${repeats + 1} times`, async (model, real) => {
      const name = `lot ${model.lots.length}`;
      const expiresAt = expiries[kindOfLot](model.now);
      for (let told = 0; told <= repeats; told += 1) {
        const { isNew, balance } = model.grant(owner, name, amount, expiresAt);
        const answer = await grantCredits(real.database.db, {
          account: real.account(owner),
          source: 'operator',
          sourceRef: real.ref(name),
          credits: amount,
          expiresAt,
          reason: 'model',
          grantedBy: 'model',
        });
        assert.deepEqual([answer.isNew, answer.balance], [isNew, balance]);
      }
    }),
  );

/** Time never goes back. */
async function goTo(at: Date, model: LedgerModel, real: RealLedger): Promise<void> {
  if (at > model.now) model.now = at;
  await real.clock.set(model.now);
}

/** Moves to the next end of something, or the one after it, plus or minus 1 ms. */
const advance = fc
  .tuple(fc.constantFrom('lot', 'lease'), fc.constantFrom(0, 0, 0, 1), fc.integer({ min: -1, max: 1 }))
  .map(([what, skipped, offMs]) =>
    command(`time goes on to the end of a ${what}, ${skipped} skipped, ${offMs} ms`, async (model, real) => {
      const ends =
        what === 'lot' ? model.lots.map((lot) => lot.expiresAt) : model.holds.map((hold) => hold.leaseUntil);
      const ahead = ends.filter((end) => end > model.now).sort((one, other) => +one - +other);
      const end = ahead[Math.min(skipped, ahead.length - 1)] ?? model.now;
      await goTo(new Date(end.getTime() + offMs), model, real);
    }),
  );

/** The third account doesn't exist. */
const item = fc.record({
  account: fc.oneof({ weight: 12, arbitrary: account }, { weight: 1, arbitrary: fc.constant(3) }),
  amount: fc.nat(9),
  key: keyName,
});

const spendInBatch = fc.array(item, { minLength: 1, maxLength: 12 }).map((items) =>
  command(`spend ${JSON.stringify(items)}`, async (model, real) => {
    const wanted = items.map(({ account: payer, amount, key }) =>
      payer > accountCount && amount > 0
        ? { status: 'unknown_account', balance: 0 }
        : model.spend(payer, amount, key),
    );
    const asked = items.map(({ account: payer, amount, key }) => ({
      account: real.account(payer),
      amount,
      key: real.key(key),
    }));
    assert.deepEqual(await spendBatch(real.database.pool, asked, { wait: true }), wanted);
  }),
);

const spendAlone = fc.tuple(account, fc.nat(15), keyName).map(([payer, amount, key]) =>
  command(`spend ${amount} of ${payer} by ${key}`, async (model, real) => {
    const answer = await spendOne(real.database.pool, {
      account: real.account(payer),
      amount,
      key: real.key(key),
    });
    assert.deepEqual(answer, model.spend(payer, amount, key));
  }),
);

const hold = fc.tuple(account, credits, keyName, leaseMs).map(([payer, held, key, lease]) =>
  command(`hold ${held} of ${payer} by ${key} for ${lease} ms`, async (model, real) => {
    const wanted = model.openHold(payer, held, key, lease);
    const answer = await openHold(real.database.db, {
      account: real.account(payer),
      credits: held,
      key: real.key(key),
      leaseMs: lease,
    });
    if (answer.status === 'held') real.holds.set(wanted.hold!, answer.hold);
    const itsId = wanted.hold === undefined ? {} : { hold: real.holds.get(wanted.hold) };
    assert.deepEqual(answer, { ...wanted, ...itsId });
  }),
);

/** Now, or around the first expiry of a held lot. */
const momentMs = fc.constantFrom(null, null, null, -1, 0, 1);

const settle = fc
  .tuple(place, fc.constantFrom(0, 0.4, 0.7, 1), fc.nat(1), momentMs)
  .map(([at, share, repeats, offMs]) =>
    command(`settle ${share} of hold ${at}, ${repeats + 1} times, ${offMs} ms off`, async (model, real) => {
      const held = pick(model.holds, at);
      if (held && offMs !== null) await goTo(new Date(model.endOf(held).getTime() + offMs), model, real);
      for (let told = 0; held && told <= repeats; told += 1) {
        const settled = Math.floor(held.amount * share);
        const answer = await settleHold(real.database.db, {
          account: real.account(held.account),
          hold: real.holds.get(held.id)!,
          credits: settled,
        });
        assert.deepEqual(answer, model.closeHold(held, settled, 'settled'));
      }
    }),
  );

const release = place.map((at) =>
  command(`release hold ${at}`, async (model, real) => {
    const held = pick(model.holds, at);
    if (!held) return;
    const answer = await releaseHold(real.database.db, {
      account: real.account(held.account),
      hold: real.holds.get(held.id)!,
    });
    assert.deepEqual(answer, model.closeHold(held, 0, 'released'));
  }),
);

const extend = fc.tuple(place, leaseMs).map(([at, lease]) =>
  command(`extend hold ${at} by ${lease} ms`, async (model, real) => {
    const held = pick(model.holds, at);
    if (!held) return;
    const asked = { account: real.account(held.account), hold: real.holds.get(held.id)!, leaseMs: lease };
    assert.equal(await extendHold(real.database.db, asked), model.extendHold(held, lease));
  }),
);

const revoke = fc.tuple(place, fc.option(credits, { nil: undefined }), keyName).map(([at, wanted, key]) =>
  command(`revoke ${wanted ?? 'all'} of lot ${at} by ${key}`, async (model, real) => {
    const lot = pick(model.lots, at);
    if (!lot) return;
    const answer = await revokeCredits(real.database.db, {
      account: real.account(lot.account),
      lot: real.lots.get(lot.id)!,
      credits: wanted,
      key: real.key(key),
      reason: 'model',
    });
    assert.deepEqual(answer, model.revoke(lot, wanted, key));
  }),
);

const refund = fc.tuple(place, account, keyName, fc.nat(1)).map(([at, owner, name, repeats]) =>
  command(`refund spend ${at}, ${repeats + 1} times, or ${name} of ${owner}`, async (model, real) => {
    const spent = pick(model.spentKeys(), at) ?? { account: owner, key: name };
    for (let told = 0; told <= repeats; told += 1) {
      const answer = await refundSpend(real.database.db, {
        account: real.account(spent.account),
        spendKey: real.key(spent.key),
        key: real.key(`refund ${told} of ${spent.key}`),
        reason: 'model',
      });
      assert.deepEqual(answer, model.refund(spent.account, spent.key));
    }
  }),
);

const sweepHolds = fc.constant(null).map(() =>
  command('sweep holds', async (model, real) => {
    assert.equal(await sweepExpiredHolds(real.database.db, itemsPerSweep), model.sweepHolds());
  }),
);

const sweepLots = fc.constant(null).map(() =>
  command('sweep lots', async (model, real) => {
    assert.equal(await sweepExpiredLots(real.database.db, itemsPerSweep), model.sweepLots());
  }),
);

const often = <Value>(arbitrary: fc.Arbitrary<Value>, times: number) => Array(times).fill(arbitrary);

/** Grants and holds are more frequent than what ends them, so that there is something to end. */
export const ledgerCommands: fc.Arbitrary<Command>[] = [
  ...often(grant, 5),
  ...often(hold, 3),
  ...often(settle, 3),
  ...often(spendInBatch, 2),
  ...often(refund, 2),
  ...often(advance, 2),
  spendAlone,
  release,
  extend,
  revoke,
  sweepHolds,
  sweepLots,
];
