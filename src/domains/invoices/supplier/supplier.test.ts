import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConfigurationError, readConfig } from '#app/start/config.ts';
import type { Config } from '#core/environment.ts';
import { asOperator } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { storedSupplier } from './stored-supplier.ts';
import { openSuppliers } from './supplier.ts';
import { needsSupplier } from './variables.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const supplierOf = (config: Config, provider: string) => openSuppliers(config).of(db, provider);

const complete = {
  SUPPLIER_NAME: 'Beispiel Contacts LLP',
  SUPPLIER_ADDRESS: 'Unit 4, Example House | 2 Sample Road | Chennai 600001',
  SUPPLIER_GSTIN: '12aaaaa0000a1zd',
  INVOICE_SAC: '998439',
};

test('a configured supplier is on the paper as configured, with the State of the GSTIN', async () => {
  const { state, ...supplier } = (await supplierOf(readConfig(complete), 'razorpay'))!;
  assert.deepEqual(supplier, {
    name: 'Beispiel Contacts LLP',
    addressLines: ['Unit 4, Example House', '2 Sample Road', 'Chennai 600001'],
    gstin: '12AAAAA0000A1ZD',
    sac: '998439',
    invoicePrefix: 'INV',
    creditNotePrefix: 'CN',
    isSample: false,
  });
  assert.equal(state.name, 'Arunachal Pradesh');
});

test('without one, a fictional supplier is used; in production nothing is issued', async () => {
  assert.equal((await supplierOf(readConfig({}), 'sandbox'))!.isSample, true);
  assert.equal(await supplierOf(readConfig({ NODE_ENV: 'production' }), 'razorpay'), null);
});

const withKey = (key: string, environment: Record<string, string>) =>
  ({ ...readConfig(environment), RAZORPAY_KEY_ID: key }) as Config;

for (const [what, key, provider] of [
  ['the sandbox', 'rzp_live_example', 'sandbox'],
  ['a test key', 'rzp_test_example', 'razorpay'],
] as const) {
  test(`what is paid through ${what} gives samples, which take no number from real invoices`, async () => {
    const { name, ...supplier } = (await supplierOf(withKey(key, complete), provider))!;
    assert.equal(name, 'Beispiel Contacts LLP');
    assert.deepEqual(
      [supplier.isSample, supplier.invoicePrefix, supplier.creditNotePrefix],
      [true, 'SINV', 'SCN'],
    );
  });
}

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.problems;
  }
};

for (const [name, value, problem] of [
  ['SUPPLIER_GSTIN', '29ABCDE1234F1Z5', /is not a GSTIN.*check digit/],
  ['SUPPLIER_GSTIN', '99ABCDE1234F1ZP', /does not begin with the code of a State/],
  ['INVOICE_SAC', '8471', /4 or 6 digits that start with 99/],
  ['INVOICE_SAC', '99843', /4 or 6 digits that start with 99/],
  ['INVOICE_PREFIX', 'INVO', /1 to 3 capital letters or digits/],
  ['INVOICE_PREFIX', 'in', /1 to 3 capital letters or digits/],
  ['CREDIT_NOTE_PREFIX', 'INV', /must differ from INVOICE_PREFIX/],
  ['SUPPLIER_ADDRESS', ' | ', /1 to 6 lines/],
] as const) {
  test(`${name}=${value} is refused at start`, () => {
    const [first = ''] = problemsOf({ ...complete, [name]: value });
    assert.match(first, problem);
    assert.ok(first.startsWith(name));
  });
}

test('a supplier who is configured in part is refused, naming what is missing', () => {
  const problems = problemsOf({ SUPPLIER_NAME: 'Beispiel Contacts LLP', INVOICE_SAC: '998439' });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN'],
  );
});

test('real money needs a supplier, and so does production with a test key', () => {
  const isNeeded = (environment: Record<string, string>, key: string) =>
    needsSupplier(withKey(key, environment));
  assert.equal(isNeeded({}, 'rzp_live_example'), true);
  assert.equal(isNeeded({ NODE_ENV: 'production' }, 'rzp_test_example'), true);
  assert.equal(isNeeded({ NODE_ENV: 'production' }, ''), false);
  assert.equal(isNeeded({}, 'rzp_test_example'), false);
});

const wanted = {
  name: 'Example Contacts LLP',
  address_lines: ['2 Sample Road', 'Pune 411001'],
  gstin: ' 27abcde1234f1z0 ',
  sac: '998439',
  reason: 'The first set-up',
};

test('what an operator sets counts before the environment, and a repeat stores nothing', async () => {
  assert.equal((await asOperator(service, 'GET', '/api/v1/admin/supplier')).source, 'example');
  const set = await asOperator(service, 'POST', '/api/v1/admin/supplier', wanted);
  assert.deepEqual(
    [set.source, set.gstin, set.state, set.is_needed],
    ['console', '27ABCDE1234F1Z0', '27-Maharashtra', false],
  );
  const { name, state, isSample } = (await supplierOf(withKey('rzp_live_example', complete), 'razorpay'))!;
  assert.deepEqual([name, state.code, isSample], ['Example Contacts LLP', '27', false]);
  await asOperator(service, 'POST', '/api/v1/admin/supplier', wanted);
  assert.equal((await storedSupplier(db))?.version, 1);
});

for (const [member, value, said] of [
  ['gstin', '29ABCDE1234F1Z5', /check digit/],
  ['gstin', '99ABCDE1234F1ZP', /no State/],
  ['sac', '8471', /sac/],
  ['address_lines', [], /address_lines/],
  ['name', ' ', /name/],
] as const)
  test(`${member}: ${JSON.stringify(value)} is refused in the console`, async () => {
    const answer = await service.admin('POST', '/api/v1/admin/supplier', { ...wanted, [member]: value });
    assert.equal(answer.statusCode, 422, answer.body);
    assert.match(answer.body, said);
  });
