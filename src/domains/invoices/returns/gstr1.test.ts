import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Db } from '#core/context.ts';
import { asOperator } from '#test/support/kit.ts';
import { fc } from '#test/support/properties.ts';
import { buyer, givenCreditNote, givenInvoice } from '#test/support/sales.ts';
import { testService } from '#test/support/service.ts';
import { gstr1Sections, sectionOf, sheetOf } from './gstr1.ts';
import type { MonthDocument } from './month-documents.ts';
import { monthInIndia } from './tax-month.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const db = service.database.db as Db;

const business = { ...buyer, business_name: 'Example, Traders', gstin: '27ABCDE1234F1Z0' };
const csv = async (month: string, section: string) => {
  const answer = await service.admin(
    'GET',
    `/api/v1/admin/billing/gst/csv?month=${month}&section=${section}`,
  );
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.body.split('\r\n').slice(1, -1);
};

test('a month ends at midnight in India', () => {
  assert.deepEqual(monthInIndia('2026-12'), {
    start: new Date('2026-11-30T18:30:00Z'),
    end: new Date('2026-12-31T18:30:00Z'),
  });
});

test('each document of a month is in its table, as the offline tool imports it', async () => {
  const issuedAt = new Date('2031-05-10T10:00:00Z');
  const registered = await givenInvoice(db, { buyer: business, issuedAt });
  const large = await givenInvoice(db, { totalPaise: 1_18_000_00, issuedAt });
  await givenInvoice(db, { issuedAt });
  await givenInvoice(db, { buyer: { ...buyer, state_code: '29' }, issuedAt });
  await givenInvoice(db, { issuedAt: new Date('2031-05-31T18:30:00Z') });
  assert.deepEqual(await csv('2031-05', 'b2b'), [
    `27ABCDE1234F1Z0,"Example, Traders",${registered.number},10-May-2031,999.00,27-Maharashtra,N,,Regular B2B,,18,846.61,0.00`,
  ]);
  assert.deepEqual(await csv('2031-05', 'b2cl'), [
    `${large.number},10-May-2031,118000.00,27-Maharashtra,,18,100000.00,0.00,`,
  ]);
  assert.deepEqual(await csv('2031-05', 'b2cs'), [
    'OE,27-Maharashtra,,18,846.61,0.00,',
    'OE,29-Karnataka,,18,846.62,0.00,',
  ]);
  assert.deepEqual(await csv('2031-05', 'hsn_b2c'), [
    '998431,,NA,0,119998.00,18,101693.23,18152.39,76.19,76.19,0.00',
  ]);
  assert.deepEqual(await csv('2031-05', 'docs'), [
    'Invoices for outward supply,INV/3132/000001,INV/3132/000004,4,0',
  ]);
});

test('credit notes are listed for registered buyers and large invoices, and reduce the sums of others', async () => {
  // Credit notes of the fixture are issued in December 2026.
  const ofBusiness = await givenCreditNote(db, { buyer: business });
  const ofLarge = await givenCreditNote(db, { totalPaise: 2_36_000_00 });
  await givenCreditNote(db);
  assert.deepEqual(await csv('2026-12', 'cdnr'), [
    `27ABCDE1234F1Z0,"Example, Traders",${ofBusiness.number},01-Dec-2026,C,27-Maharashtra,N,Regular B2B,999.00,,18,846.61,0.00`,
  ]);
  assert.deepEqual(await csv('2026-12', 'cdnur'), [
    `B2CL,${ofLarge.number},01-Dec-2026,C,27-Maharashtra,236000.00,,18,200000.00,0.00`,
  ]);
  assert.deepEqual(await csv('2026-12', 'b2cs'), ['OE,27-Maharashtra,,18,-846.61,0.00,']);
});

test('a document is found by its number, buyer, GSTIN, account, payment or refund, and downloaded', async () => {
  const buyerOf = { ...business, business_name: 'Searched Traders', gstin: '27ABCDE1234F1Z0' };
  const note = await givenCreditNote(db, { buyer: buyerOf, accountId: 'searched-gst' });
  const numbersOf = async (q: string) =>
    (
      await asOperator(service, 'GET', `/api/v1/admin/billing/documents?q=${encodeURIComponent(q)}`)
    ).items.map(({ number }: { number: string }) => number);
  const invoice = note.paper.credits!.number;
  assert.deepEqual(await numbersOf('searched tra'), [note.number, invoice]);
  assert.deepEqual(await numbersOf(note.number.toLowerCase()), [note.number]);
  assert.deepEqual(await numbersOf('searched-gst'), [note.number, invoice]);
  assert.deepEqual(await numbersOf(note.refund), [note.number]);
  assert.ok((await numbersOf('27abcde1234f1z0')).includes(invoice));
  assert.deepEqual(await numbersOf('%'), []);
  const file = await service.admin(
    'GET',
    `/api/v1/admin/billing/document?number=${encodeURIComponent(invoice)}`,
  );
  assert.match(file.body, /^%PDF/);
});

test('whatever a month has, its tables have each document once and add up to the paisa', () => {
  const paise = fc.integer({ min: 100, max: 300_000_00 });
  const document = fc
    .record({
      kind: fc.constantFrom('invoice', 'credit_note'),
      gstin: fc.constantFrom(null, '27ABCDE1234F1Z0'),
      isInter: fc.boolean(),
      total: paise,
      more: paise,
    })
    .map(({ kind, gstin, isInter, total, more }, at = 0): MonthDocument => {
      const tax = Math.round((total * 18) / 118);
      return {
        ...{ kind, gstin, total, buyer: 'Example', place: '27-Maharashtra', sac: '998431', rate: 18 },
        ...{ number: `INV/2627/${at}`, prefix: 'INV', financial_year: '2627', serial: 1, date: '2026-11-01' },
        ...{ taxable: total - tax, igst: isInter ? tax : 0, cgst: isInter ? 0 : tax, sgst: 0 },
        invoice_total: kind === 'invoice' ? total : total + more,
      };
    });
  fc.assert(
    fc.property(fc.array(document, { maxLength: 30 }), (documents) => {
      const paiseIn = (cell: string | number | undefined) => Math.round(Number(cell) * 100);
      const taxableOf = (section: (typeof gstr1Sections)[number], sign: 1 | -1 = 1) => {
        const [head, ...rows] = sheetOf(section, documents);
        const at = head!.indexOf('Taxable Value');
        return rows.reduce((sum, row) => sum + sign * paiseIn(row[at]), 0);
      };
      const wanted = documents.reduce(
        (sum, { kind, taxable }) => sum + (kind === 'invoice' ? taxable : -taxable),
        0,
      );
      const listed =
        taxableOf('b2b') +
        taxableOf('b2cl') +
        taxableOf('b2cs') +
        taxableOf('cdnr', -1) +
        taxableOf('cdnur', -1);
      assert.equal(listed, wanted);
      assert.equal(taxableOf('hsn_b2b') + taxableOf('hsn_b2c'), wanted);
      for (const one of documents) assert.ok(gstr1Sections.includes(sectionOf(one)));
    }),
  );
});
