import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '#core/context.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { fc } from '#test/support/properties.ts';
import { buyer, givenInvoice, supplier } from '#test/support/sales.ts';
import { issueCreditNote, type Reversal } from './issue-credit-note.ts';

let database: TestDatabase;
let db: Db;
before(async () => {
  database = await testDatabase();
  db = database.db as Db;
});
after(() => database?.[Symbol.asyncDispose]());

let refunds = 0;
const credit = (terms: Partial<Reversal> & Pick<Reversal, 'payment'>) =>
  db.transaction().execute((tx) =>
    issueCreditNote(tx as Db, supplier, {
      provider: 'sandbox',
      refund: `rfnd_${++refunds}`,
      totalPaise: 99_900,
      reason: 'Payment reversed by the bank',
      issuedAt: new Date('2026-12-01T10:00:00Z'),
      ...terms,
    }),
  );

test('a credit note of the whole invoice has its split, names it, and counts in a series of its own', async () => {
  const invoice = await givenInvoice(db, { buyer: { ...buyer, state_code: '29' } });
  const note = await credit({ payment: invoice.payment, refund: 'rfnd_whole' });
  assert.ok(note.ok);
  assert.equal(note.number, 'CN/2627/000001');
  assert.deepEqual(note.paper, {
    ...invoice.paper,
    kind: 'credit_note',
    number: 'CN/2627/000001',
    date: '2026-12-01',
    reference: 'rfnd_whole',
    credits: { number: invoice.number, date: '2026-11-22', reason: 'Payment reversed by the bank' },
  });
});

test('one refund has one credit note', async () => {
  const { payment } = await givenInvoice(db);
  const [one, other] = [
    await credit({ payment, refund: 'rfnd_once' }),
    await credit({ payment, refund: 'rfnd_once' }),
  ];
  assert.ok(one.ok && other.ok);
  assert.equal(one.number, other.number);
});

test('money that was never invoiced gets no credit note, and uses no number', async () => {
  const before = await database.pool.query("select last_number from tax_document_series where prefix = 'CN'");
  assert.deepEqual(await credit({ payment: 'pay_duplicate' }), { ok: false, reason: 'no_invoice' });
  const now = await database.pool.query("select last_number from tax_document_series where prefix = 'CN'");
  assert.deepEqual(now.rows, before.rows);
});

test('no more is credited than was invoiced', async () => {
  const { payment } = await givenInvoice(db);
  assert.ok((await credit({ payment, totalPaise: 50_000 })).ok);
  assert.deepEqual(await credit({ payment, totalPaise: 49_901 }), { ok: false, reason: 'exceeds_invoice' });
  assert.ok((await credit({ payment, totalPaise: 49_900 })).ok);
});

test('credit notes of parts add up to the invoice, tax by tax', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('27', '29'),
      fc.array(fc.integer({ min: 100, max: 30_000 }), { minLength: 1, maxLength: 3 }),
      async (state, parts) => {
        const { payment, id, paper } = await givenInvoice(db, { buyer: { ...buyer, state_code: state } });
        const rest = 99_900 - parts.reduce((sum, part) => sum + part, 0);
        for (const totalPaise of [...parts, rest]) assert.ok((await credit({ payment, totalPaise })).ok);
        const sums = await database.pool.query(
          `select sum(taxable_paise)::bigint as taxable, sum(cgst_paise)::bigint as cgst, sum(igst_paise)::bigint as igst
           from tax_document where invoice = $1`,
          [id],
        );
        const { taxablePaise, cgstPaise, igstPaise } = paper.split;
        assert.deepEqual(sums.rows, [{ taxable: taxablePaise, cgst: cgstPaise, igst: igstPaise }]);
      },
    ),
    { numRuns: 20 },
  );
});
