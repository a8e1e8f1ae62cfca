import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { placeOfSupply, stateOf, stateOfGstin, taxKindOf } from './states.ts';
import { lessSplit, type TaxKind, taxSplit } from './tax-split.ts';

/** total, taxable value within a State, CGST and SGST each, taxable value between States, IGST. */
const prices: [number, number, number, number, number][] = [
  [9_900, 8_390, 755, 8_390, 1_510],
  [39_900, 33_814, 3_043, 33_814, 6_086],
  [99_900, 84_662, 7_619, 84_661, 15_239],
  [10_000, 8_474, 763, 8_475, 1_525],
  [50_000, 42_372, 3_814, 42_373, 7_627],
  [250_000, 211_864, 19_068, 211_864, 38_136],
  [1_000_000, 847_458, 76_271, 847_458, 152_542],
];

for (const [total, within, half, between, igst] of prices) {
  test(`₹${total / 100} is split to the paisa, within a State and between States`, () => {
    const none = { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: 0 };
    const local = { ...none, totalPaise: total, taxablePaise: within, cgstPaise: half };
    assert.deepEqual(taxSplit(total, 'state'), { ...local, sgstPaise: half });
    assert.deepEqual(taxSplit(total, 'union_territory'), { ...local, utgstPaise: half });
    assert.deepEqual(taxSplit(total, 'inter_state'), {
      ...none,
      totalPaise: total,
      taxablePaise: between,
      igstPaise: igst,
    });
  });
}

const kinds = fc.constantFrom<TaxKind>('state', 'union_territory', 'inter_state');
const amounts = fc.integer({ min: 1, max: 10_000_000_000 });

test('the parts of every price add up, none is negative, and each tax is within half a paisa of its rate', () => {
  fc.assert(
    fc.property(amounts, kinds, (total, kind) => {
      const { totalPaise, taxablePaise, cgstPaise, sgstPaise, utgstPaise, igstPaise } = taxSplit(total, kind);
      assert.equal(totalPaise, total);
      assert.equal(taxablePaise + cgstPaise + sgstPaise + utgstPaise + igstPaise, total);
      assert.equal(sgstPaise + utgstPaise, cgstPaise);
      assert.ok(taxablePaise >= 0);
      const [tax, rate] = kind === 'inter_state' ? [igstPaise, 18] : [cgstPaise, 9];
      assert.ok(Math.abs(tax - (total * rate) / 118) <= 0.500_001, `${tax} of ${total}`);
    }),
  );
});

test('no part grows smaller when the total grows by a rupee or more', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 100, max: 1_000_000 }), kinds, (total, more, kind) => {
      const rest = lessSplit(taxSplit(total + more, kind), taxSplit(total, kind));
      assert.ok(Object.values(rest).every((part) => part >= 0));
    }),
  );
});

const [karnataka, delhi, chandigarh] = ['29', '07', '04'].map(stateOf) as [State, State, State];
type State = ReturnType<typeof stateOf>;

test('a registered buyer is where the GSTIN says, another where their address is', () => {
  assert.equal(placeOfSupply({ gstin: '29ABCDE1234F1ZW', state: delhi }), karnataka);
  assert.equal(placeOfSupply({ gstin: null, state: delhi }), delhi);
});

test('a GSTIN from before a State was divided or merged means the one that has its code now', () => {
  assert.equal(stateOfGstin('28ABCDE1234F1ZY')?.name, 'Andhra Pradesh');
  assert.equal(stateOfGstin('25ABCDE1234F1ZY')?.code, '26');
  assert.equal(stateOfGstin('99ABCDE1234F1ZY'), null);
  assert.equal(placeOfSupply({ gstin: '99ABCDE1234F1ZY', state: delhi }), delhi);
});

for (const [supplier, place, kind] of [
  [karnataka, karnataka, 'state'],
  [delhi, delhi, 'state'],
  [chandigarh, chandigarh, 'union_territory'],
  [karnataka, chandigarh, 'inter_state'],
  [chandigarh, karnataka, 'inter_state'],
] as const) {
  test(`from ${supplier.name} to ${place.name}: ${kind}`, () =>
    assert.equal(taxKindOf(supplier, place), kind));
}
