import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '#core/context.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { givenAccount } from '#test/support/kit.ts';
import { buyer, givenInvoice, saleOf, supplier } from '#test/support/sales.ts';
import { stateOf } from '#values/gst/index.ts';
import { issueInvoice, type Sale } from './issue-invoice.ts';

let database: TestDatabase;
let db: Db;
let account: number;
before(async () => {
  database = await testDatabase();
  db = database.db as Db;
  ({ account } = await givenAccount(db));
});
after(() => database?.[Symbol.asyncDispose]());

const issue = (terms: Partial<Sale> = {}) =>
  db.transaction().execute((tx) => issueInvoice(tx as Db, supplier, saleOf({ account, ...terms })));

const serialsOf = async (year: string) => {
  const rows = await db
    .selectFrom('tax_document')
    .select('serial')
    .where('financial_year', '=', year)
    .orderBy('serial')
    .execute();
  return rows.map(({ serial }) => serial);
};

test('50 invoices at once, with rollbacks among them, have consecutive numbers without a gap', async () => {
  const issuedAt = new Date('2030-06-01T00:00:00Z');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      db.transaction().execute(async (tx) => {
        const invoice = await issueInvoice(tx as Db, supplier, saleOf({ account, issuedAt }));
        if (at % 3 === 0) throw new Error('the rest of the transaction failed');
        return invoice.number;
      }),
    ),
  );
  const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  assert.equal(numbers.length, 33);
  assert.equal(new Set(numbers).size, 33);
  assert.deepEqual(
    await serialsOf('3031'),
    Array.from({ length: 33 }, (_, at) => at + 1),
  );
});

test('numbers start again with the financial year, at midnight in India to the millisecond', async () => {
  const last = await issue({ issuedAt: new Date('2027-03-31T18:29:59.999Z') });
  const first = await issue({ issuedAt: new Date('2027-03-31T18:30:00.000Z') });
  assert.deepEqual(
    [last.number, last.paper.date, first.number, first.paper.date],
    ['INV/2627/000001', '2027-03-31', 'INV/2728/000001', '2027-04-01'],
  );
});

test('one payment has one invoice, also when it is issued twenty times at once', async () => {
  const terms = { payment: 'pay_repeated', issuedAt: new Date('2032-06-01T00:00:00Z') };
  const issued = await Promise.all(Array.from({ length: 20 }, () => issue(terms)));
  assert.equal(new Set(issued.map(({ number }) => number)).size, 1);
  assert.deepEqual(await serialsOf('3233'), [1]);
  assert.equal((await issue({ ...terms, payment: 'pay_other' })).number, 'INV/3233/000002');
});

test('payments of two providers with one id are two payments', async () => {
  const one = await issue({ provider: 'sandbox', payment: 'pay_same' });
  const other = await issue({ provider: 'razorpay', payment: 'pay_same' });
  assert.notEqual(one.number, other.number);
});

const buyers = {
  'a buyer in another State pays IGST': [{ ...buyer }, '27', { taxablePaise: 84_661, igstPaise: 15_239 }],
  'a buyer in the supplier’s State pays CGST and SGST': [
    { ...buyer, state_code: '29' },
    '29',
    { taxablePaise: 84_662, cgstPaise: 7_619, sgstPaise: 7_619 },
  ],
  'a registered buyer is taxed where the GSTIN says': [
    { ...buyer, gstin: '29ABCDE1234F1ZW' },
    '29',
    { taxablePaise: 84_662, cgstPaise: 7_619, sgstPaise: 7_619 },
  ],
} as const;

for (const [name, [who, place, parts]] of Object.entries(buyers)) {
  test(name, async () => {
    const { paper, id } = await issue({ buyer: who });
    const none = { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: 0 };
    assert.equal(paper.placeOfSupply.code, place);
    assert.deepEqual(paper.split, { totalPaise: 99_900, ...none, ...parts });
    const row = await db
      .selectFrom('tax_document')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [
        row.place_of_supply,
        row.taxable_paise,
        row.cgst_paise,
        row.sgst_paise,
        row.igst_paise,
        row.total_paise,
      ],
      [
        place,
        paper.split.taxablePaise,
        paper.split.cgstPaise,
        paper.split.sgstPaise,
        paper.split.igstPaise,
        99_900,
      ],
    );
  });
}

test('a supplier in a territory without a legislature bears UTGST there', async () => {
  const inChandigarh = { ...supplier, gstin: '04ABCDE1234F1Z8', state: stateOf('04') };
  const sale = saleOf({ account, buyer: { ...buyer, state_code: '04' } });
  const { paper } = await db.transaction().execute((tx) => issueInvoice(tx as Db, inChandigarh, sale));
  assert.deepEqual(
    [paper.split.cgstPaise, paper.split.utgstPaise, paper.split.sgstPaise, paper.split.igstPaise],
    [7_619, 7_619, 0, 0],
  );
});

test('the row keeps everything that Rule 46 asks for, as it was at that moment', async () => {
  const { number, payment } = await givenInvoice(db, { buyer: { ...buyer, address_line2: 'Fort' } });
  const again = await issue({ payment, buyer: { ...buyer, first_name: 'Renamed' }, totalPaise: 1 });
  assert.deepEqual(again.paper, {
    kind: 'invoice',
    number,
    date: '2026-11-22',
    supplier: {
      name: 'Example Contacts Private Limited',
      addressLines: ['1 Example Road', 'Bengaluru 560001'],
      gstin: '29ABCDE1234F1ZW',
      state: { code: '29', name: 'Karnataka' },
    },
    isSample: false,
    buyer: {
      name: 'Asha Example',
      addressLines: ['12 Sample Street', 'Fort', 'Mumbai 400001'],
      gstin: null,
      state: { code: '27', name: 'Maharashtra' },
    },
    placeOfSupply: { code: '27', name: 'Maharashtra' },
    sac: '998431',
    description: 'Scale plan, 200 credits, 22 November to 21 December 2026',
    reference: payment,
    rate: 18,
    split: {
      totalPaise: 99_900,
      taxablePaise: 84_661,
      cgstPaise: 0,
      sgstPaise: 0,
      utgstPaise: 0,
      igstPaise: 15_239,
    },
    totalInWords: 'Nine Hundred Ninety Nine Rupees Only',
    credits: null,
  });
});

for (const statement of [
  "update tax_document set number = 'INV/1'",
  'delete from tax_document',
  'truncate tax_document cascade',
]) {
  test(`the database refuses '${statement}'`, async () => {
    await issue();
    await assert.rejects(database.pool.query(statement), { code: 'IN001' });
  });
}
