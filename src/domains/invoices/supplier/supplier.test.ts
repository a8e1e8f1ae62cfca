import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationError, readConfig } from '#app/start/config.ts';
import type { Config } from '#core/environment.ts';
import { supplierOf } from './supplier.ts';
import { refusedSupplierVariables } from './variables.ts';

const complete = {
  SUPPLIER_NAME: 'Beispiel Contacts LLP',
  SUPPLIER_ADDRESS: 'Unit 4, Example House | 2 Sample Road | Chennai 600001',
  SUPPLIER_GSTIN: '12aaaaa0000a1zd',
  INVOICE_SAC: '998439',
};

test('a configured supplier is on the paper as configured, with the State of the GSTIN', () => {
  const { state, ...supplier } = supplierOf(readConfig(complete), 'razorpay');
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

test('without one, a fictional supplier is used; in production nothing is issued', () => {
  assert.equal(supplierOf(readConfig({}), 'sandbox').isSample, true);
  assert.throws(() => supplierOf(readConfig({ NODE_ENV: 'production' }), 'razorpay'), /set SUPPLIER_NAME/);
});

const withKey = (key: string, environment: Record<string, string>) =>
  ({ ...readConfig(environment), RAZORPAY_KEY_ID: key }) as Config;

for (const [what, key, provider] of [
  ['the sandbox', 'rzp_live_example', 'sandbox'],
  ['a test key', 'rzp_test_example', 'razorpay'],
] as const) {
  test(`what is paid through ${what} gives samples, which take no number from real invoices`, () => {
    const { name, ...supplier } = supplierOf(withKey(key, complete), provider);
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
  const problems = (environment: Record<string, string>, key: string) =>
    refusedSupplierVariables(withKey(key, environment)).length;
  assert.equal(problems({}, 'rzp_live_example'), 4);
  assert.equal(problems(complete, 'rzp_live_example'), 0);
  assert.equal(problems({ NODE_ENV: 'production' }, 'rzp_live_example'), 4);
  assert.equal(problems({ NODE_ENV: 'production' }, 'rzp_test_example'), 4);
  assert.equal(problems({ NODE_ENV: 'production' }, ''), 0);
  assert.equal(problems({}, 'rzp_test_example'), 0);
});
