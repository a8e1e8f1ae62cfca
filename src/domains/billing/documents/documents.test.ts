import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { planNamed, termsNamed } from '#test/support/plans.ts';
import { applyFacts, givenOnboarded, givenPurchase } from '#test/support/purchases.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { issueDocument, issueLeftDocuments } from './issue-document.ts';
import { undocumentedAfter } from './sql.ts';

const provider = memoryProvider();
let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

/** Pays a pack of an account; gives the payment's id and the jobs that followed. */
async function paid(accountId: string) {
  const { db } = service.database;
  const { account } = await givenAccount(db, { accountId });
  const { reference } = await givenPurchase(db, provider, { plan: 'topup_20', account });
  const facts = provider.pay(reference);
  const [fact] = facts;
  const payment = fact!.kind === 'payment' ? fact!.payment.id : '';
  return { payment, jobs: await applyFacts(db, 'sandbox', facts) };
}

const runAll = async (jobs: Awaited<ReturnType<typeof applyFacts>>) => {
  for (const { id, payload } of jobs)
    if (id === issueDocument.id) await runJob(service, issueDocument, payload);
};

async function numbersOf(payment: string): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ number: string }>(
    'select number from tax_document where provider_payment_id = $1 order by id',
    [payment],
  );
  return rows.map(({ number }) => number);
}

async function listedNumber(accountId: string): Promise<string | null> {
  const { items } = (await service.internal('GET', `/internal/billing/payments/${accountId}`)).json();
  return items[0].document_number;
}

const download = (accountId: string, payment: string) =>
  service.internal('GET', `/internal/billing/invoice/${accountId}?provider_payment_id=${payment}`);

test('a granted payment has its invoice as soon as its job has run, and only one however often it runs', async () => {
  await givenAccount(service.database.db, { accountId: 'buyer' });
  await givenOnboarded(service, 'buyer');
  const { payment, jobs } = await paid('buyer');
  await runAll([...jobs, ...jobs]);
  await runJob(service, issueLeftDocuments);
  const [number, ...more] = await numbersOf(payment);
  assert.match(number!, /^SINV\/\d{4}\/\d{6}$/);
  assert.deepEqual(more, []);
  assert.equal(await listedNumber('buyer'), number);
  const file = await download('buyer', payment);
  assert.equal(file.statusCode, 200, file.body);
  assert.match(file.body, /^%PDF/);
});

test('who pays before giving an address gets the invoice afterwards', async () => {
  const { payment, jobs } = await paid('hasty');
  await runAll(jobs);
  await runJob(service, issueLeftDocuments);
  assert.deepEqual(await numbersOf(payment), []);
  assert.equal((await download('hasty', payment)).statusCode, 404);
  assert.equal(await listedNumber('hasty'), null);
  await givenOnboarded(service, 'hasty');
  await runJob(service, issueLeftDocuments);
  assert.equal((await numbersOf(payment)).length, 1);
});

test('a refund has a credit note; one that comes before the invoice gets it after the invoice', async () => {
  const { db } = service.database;
  const { payment } = await paid('returning');
  const refund = provider.sendBack(payment, 5_000);
  await runAll(await applyFacts(db, 'sandbox', refund));
  assert.deepEqual(await numbersOf(payment), []);
  await givenOnboarded(service, 'returning');
  await runJob(service, issueLeftDocuments);
  const numbers = await numbersOf(payment);
  assert.deepEqual(
    numbers.map((number) => number.split('/')[0]),
    ['SINV', 'SCN'],
  );
});

const inIndia = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
});
const thisMonth = () => inIndia.format(new Date());

const openAlerts = async (kind: string) =>
  (
    await service.database.pool.query(
      'select subject from operator_alert where kind = $1 and resolved_at is null',
      [kind],
    )
  ).rows;

test('a document that cannot be issued does not keep others waiting, and raises an alert', async () => {
  const { db, pool } = service.database;
  await givenAccount(db, { accountId: 'later' });
  await givenOnboarded(service, 'later');
  const bad = await paid('later');
  const setTerms = (terms: unknown) =>
    pool.query(
      'update purchase set terms = $2 where id = (select purchase from payment where reference = $1)',
      [bad.payment, JSON.stringify(terms)],
    );
  await setTerms(null);
  const good = await paid('later');
  await runJob(service, issueLeftDocuments);
  assert.equal((await numbersOf(good.payment)).length, 1);
  assert.equal((await openAlerts('document_not_issued')).length, 1);
  await setTerms(termsNamed('topup_20'));
  await runJob(service, issueLeftDocuments);
  assert.equal((await numbersOf(bad.payment)).length, 1);
  assert.deepEqual(await openAlerts('document_not_issued'), []);
});

test('money back that gets no credit note is looked at once', async () => {
  const { db, pool } = service.database;
  const early = await paid('later');
  await applyFacts(db, 'sandbox', provider.sendBack(early.payment, 10_000));
  const invoiced = await paid('later');
  await runAll(invoiced.jobs);
  await applyFacts(db, 'sandbox', [
    ...provider.sendBack(invoiced.payment, 10_000),
    ...provider.argue(invoiced.payment, 'lost'),
  ]);
  await runJob(service, issueLeftDocuments);
  assert.deepEqual(
    [(await numbersOf(early.payment)).length, (await numbersOf(invoiced.payment)).length],
    [0, 2],
  );
  assert.equal((await openAlerts('credit_note_refused')).length, 1);
  await pool.query('update operator_alert set resolved_at = now()');
  await runJob(service, issueLeftDocuments);
  assert.deepEqual(await openAlerts('credit_note_refused'), []);
  assert.deepEqual(
    (await undocumentedAfter(db, 0, 10)).map(({ account }) => account),
    [],
  );
});

test('the GST of a month equals the payment ledger to the paisa, and names what has no invoice yet', async () => {
  await givenAccount(service.database.db, { accountId: 'monthly' });
  await givenOnboarded(service, 'monthly');
  const { payment, jobs } = await paid('monthly');
  await runAll(jobs);
  await runAll(await applyFacts(service.database.db, 'sandbox', provider.sendBack(payment, 3_333)));
  const path = `/api/v1/admin/billing/gst?month=${thisMonth()}&samples=true`;
  const report = await asOperator(service, 'GET', path);
  assert.ok(report.invoices.documents > 0 && report.credit_notes.documents > 0);
  assert.deepEqual(
    [report.ledger.is_equal, report.ledger.invoiced, report.ledger.credited],
    [true, report.invoices.total, report.credit_notes.total],
  );
  await paid('no-address');
  const after = await asOperator(service, 'GET', path);
  assert.equal(after.ledger.without_invoice, report.ledger.without_invoice + 1);
  // Nothing of the sandbox waits for a real invoice.
  const real = await asOperator(service, 'GET', path.replace('samples=true', 'samples=false'));
  assert.equal(real.ledger.without_invoice, 0);
  await service.database.pool.query('update payment set document = $2 where reference = $1', [
    payment,
    'none',
  ]);
  assert.equal((await asOperator(service, 'GET', path)).ledger.is_equal, false);
});

test('a month of every kind of buyer, with parts sent back, disputes and changed prices, equals the ledger in every sum', async () => {
  const { db, pool } = service.database;
  const buyers = [
    ['in-state', {}],
    ['registered', { gstin: '29ABCDE1234F1ZW' }],
    ['elsewhere', { state: 'Maharashtra', city: 'Mumbai', pincode: '400001' }],
    [
      'registered-elsewhere',
      { gstin: '27ABCDE1234F1Z0', business_name: 'Example Traders', state: 'Maharashtra', pincode: '400001' },
    ],
  ] as const;
  for (const [at, [accountId, profile]] of buyers.entries()) {
    const { account } = await givenAccount(db, { accountId });
    await givenOnboarded(service, accountId, undefined, profile);
    for (const [turn, amount] of [10_000, 9_999, 45_013, 1_18_000_07].entries()) {
      // Each price is a version of its own.
      const terms = { ...planNamed('topup_100'), amount };
      const { purchase, reference } = await givenPurchase(db, provider, { plan: terms, account });
      const facts = provider.pay(reference);
      const [fact] = facts;
      assert.ok(fact?.kind === 'payment');
      const { id } = fact.payment;
      await runAll(await applyFacts(db, 'sandbox', facts));
      for (const part of [101, 3_333 + at, 1_007].slice(turn % 3))
        await runAll(await applyFacts(db, 'sandbox', provider.sendBack(id, part)));
      if (turn === 3 && at % 2 === 0) {
        const rest = provider.heldOf(id);
        const lost = provider
          .argue(id, 'lost')
          .map((one) =>
            one.kind === 'dispute' ? { ...one, dispute: { ...one.dispute, amountPaise: rest } } : one,
          );
        await runAll(await applyFacts(db, 'sandbox', lost));
      }
      assert.equal(purchase.amount_paise, amount);
    }
  }
  await runJob(service, issueLeftDocuments);
  const report = await asOperator(
    service,
    'GET',
    `/api/v1/admin/billing/gst?month=${thisMonth()}&samples=true`,
  );
  const sumIn = (section: string, member: string): number =>
    report.sections.find((one: { section: string }) => one.section === section)[member];
  for (const member of ['total', 'taxable', 'igst', 'cgst', 'sgst']) {
    const net = report.invoices[member] - report.credit_notes[member];
    const listed = ['b2b', 'b2cl', 'b2cs'].reduce((sum, section) => sum + sumIn(section, member), 0);
    const notes = ['cdnr', 'cdnur'].reduce((sum, section) => sum + sumIn(section, member), 0);
    assert.equal(listed - notes, net, member);
    assert.equal(sumIn('hsn_b2b', member) + sumIn('hsn_b2c', member), net, member);
  }
  for (const { total, taxable, igst, cgst, sgst } of [report.invoices, report.credit_notes])
    assert.equal(taxable + igst + cgst + sgst, total);
  const { rows } = await pool.query(
    `
    select sum(amount_paise) filter (where kind = 'payment')::bigint as invoiced,
      sum(amount_paise) filter (where kind <> 'payment')::bigint as credited
    from payment join account on account.id = payment.account
    where account_id = any($1)`,
    [buyers.map(([accountId]) => accountId)],
  );
  const documents = await pool.query(
    `
    select sum(total_paise) filter (where kind = 'invoice')::bigint as invoiced,
      sum(total_paise) filter (where kind = 'credit_note')::bigint as credited
    from tax_document join account on account.id = tax_document.account
    where account_id = any($1)`,
    [buyers.map(([accountId]) => accountId)],
  );
  assert.deepEqual(documents.rows, rows);
});
