import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '#core/context.ts';
import { givenAccount } from '#test/support/kit.ts';
import { pdfText } from '#test/support/pdf-text.ts';
import { buyer, givenCreditNote, givenInvoice } from '#test/support/sales.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let db: Db;
before(async () => {
  service = await testService();
  db = service.database.db as Db;
});
after(() => service?.[Symbol.asyncDispose]());

const pathOf = ({ accountId, payment }: { accountId: string; payment: string }) =>
  `/internal/billing/invoice/${encodeURIComponent(accountId)}?provider_payment_id=${payment}`;
const downloadNote = ({ accountId, refund }: { accountId: string; refund: string }) =>
  service.internal('GET', `/internal/billing/credit-note/${accountId}?provider_refund_id=${refund}`);
const download = (invoice: { accountId: string; payment: string }, from = service) =>
  from.internal('GET', pathOf(invoice));

test('an invoice is a PDF with everything that Rule 46 asks for, under its number', async () => {
  const invoice = await givenInvoice(db);
  const response = await download(invoice);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['content-type'], 'application/pdf');
  assert.equal(
    response.headers['content-disposition'],
    `attachment; filename=${invoice.number.replaceAll('/', '-')}.pdf`,
  );
  const { runs, hasMissingGlyph, pages } = pdfText(response.rawPayload);
  assert.deepEqual([hasMissingGlyph, pages], [false, 1]);
  for (const wanted of [
    'Tax invoice',
    invoice.number,
    '22 November 2026',
    'Example Contacts Private Limited',
    '1 Example Road',
    'Bengaluru 560001',
    'State: Karnataka (29)',
    'GSTIN: 29ABCDE1234F1ZW',
    'Asha Example',
    '12 Sample Street',
    'Mumbai 400001',
    'State: Maharashtra (27)',
    'GSTIN: not registered',
    'Place of supply',
    'Maharashtra (27)',
    'Reverse charge',
    'No',
    invoice.payment,
    '998431',
    '18%',
    '₹846.61',
    'IGST 18%',
    '₹152.39',
    'Total',
    '₹999.00',
    'Nine Hundred Ninety Nine Rupees Only',
    'Page 1 of 1',
  ]) {
    assert.ok(runs.includes(wanted), `${wanted} is missing in ${runs.join(' | ')}`);
  }
  assert.ok(runs.join(' ').includes('Scale plan, 200 credits'));
  assert.ok(!runs.some((run) => /CGST 9|SGST 9|Sample:/.test(run)));
});

test('a registered buyer in the supplier’s State sees their GSTIN, CGST and SGST', async () => {
  const invoice = await givenInvoice(db, {
    buyer: { ...buyer, state_code: '29', gstin: '29ABCDE1234F1ZW' },
  });
  const { runs } = pdfText((await download(invoice)).rawPayload);
  assert.equal(runs.filter((run) => run === 'GSTIN: 29ABCDE1234F1ZW').length, 2);
  for (const wanted of ['CGST 9%', 'SGST 9%', '₹76.19', '₹846.62']) assert.ok(runs.includes(wanted), wanted);
  assert.ok(!runs.some((run) => /IGST/.test(run)));
});

for (const [kind, downloadOf] of [
  ['an invoice', async (terms) => download(await givenInvoice(db, terms))],
  ['a credit note', async (terms) => downloadNote(await givenCreditNote(db, terms))],
] as [string, (terms: Parameters<typeof givenInvoice>[1]) => ReturnType<typeof download>][]) {
  test(`${kind} names the registered business, and the person below it`, async () => {
    const business = { ...buyer, business_name: 'Example Traders', gstin: '27ABCDE1234F1Z0' };
    const { runs } = pdfText((await downloadOf({ buyer: business })).rawPayload);
    const at = runs.indexOf('Example Traders');
    assert.deepEqual(runs.slice(at, at + 2), ['Example Traders', 'Asha Example']);
  });
}

test('every download has the same bytes, also the first ones of two processes at once', async () => {
  await using other = await testService({ database: service.database });
  const invoice = await givenInvoice(db, { buyer: { ...buyer, first_name: 'आशा', last_name: 'శ్రీ' } });
  const first = await Promise.all([service, other, service, other].map((from) => download(invoice, from)));
  const later = await download(invoice);
  for (const each of first) assert.ok(each.rawPayload.equals(later.rawPayload));
  const { rows } = await service.database.pool.query(
    'select pdf from tax_document_file where document = $1',
    [invoice.id],
  );
  assert.ok(rows[0].pdf.equals(later.rawPayload));
});

test('another account’s payment is 404, like an unknown one', async () => {
  const invoice = await givenInvoice(db);
  const stranger = await givenAccount(db);
  for (const payment of [invoice.payment, 'pay_of_nobody']) {
    const response = await download({ accountId: stranger.accountId, payment });
    assert.equal(response.statusCode, 404);
    assert.equal(response.json().code, 'not_found');
  }
});

test('a credit note names its invoice and its reason; the payment still gives the invoice', async () => {
  const note = await givenCreditNote(db);
  const path = `/internal/billing/credit-note/${note.accountId}?provider_refund_id=${note.refund}`;
  const response = await service.internal('GET', path);
  assert.equal(response.statusCode, 200, response.body);
  const { runs } = pdfText(response.rawPayload);
  for (const wanted of [
    'Credit note',
    note.number,
    `${note.paper.credits!.number} of 22 November 2026`,
    "Payment reversed by the buyer's bank",
    note.refund,
    '₹999.00',
  ]) {
    assert.ok(runs.includes(wanted), `${wanted} is missing in ${runs.join(' | ')}`);
  }
});
