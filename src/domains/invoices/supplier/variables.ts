import { type Config, rejectValue, variable } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import { hasCredential, paymentProviders } from '#platform/payments/providers.ts';
import { readGstin, stateOfGstin } from '#values/gst/index.ts';

const gstinOfSupplier = (value: string): string => {
  const read = readGstin(value);
  if (!read.ok) return rejectValue(`is not a GSTIN. ${read.detail}`);
  return stateOfGstin(read.value.number)
    ? read.value.number
    : rejectValue('does not begin with the code of a State or union territory');
};

const sac = (value: string): string =>
  /^99\d{2}(?:\d{2})?$/.test(value)
    ? value
    : rejectValue('must be a code of services: 4 or 6 digits that start with 99');

const prefix = (value: string): string =>
  /^[A-Z0-9]{1,3}$/.test(value) ? value : rejectValue('must be 1 to 3 capital letters or digits');

const lineMax = 200;
const supplierName = (value: string): string =>
  value.length <= lineMax ? value : rejectValue(`must have at most ${lineMax} characters`);

const addressLines = (value: string): string[] => {
  const lines = value
    .split('|')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length > 0 && lines.length <= 6 && lines.every(({ length }) => length <= lineMax)
    ? lines
    : rejectValue(`must have 1 to 6 lines of at most ${lineMax} characters, separated by |`);
};

export const supplierVariables = {
  SUPPLIER_NAME: variable(
    'Legal name of the business that sells the plans, for invoices. Set it together with SUPPLIER_ADDRESS, SUPPLIER_GSTIN and INVOICE_SAC.',
    '',
    supplierName,
    'Example Contacts Private Limited',
  ),
  SUPPLIER_ADDRESS: variable(
    'Its address as registered for GST, with | between the lines.',
    [] as string[],
    addressLines,
    '1 Example Road | Bengaluru 560001',
  ),
  SUPPLIER_GSTIN: variable(
    'Its GSTIN. The first two digits are its State, which decides between CGST with SGST and IGST.',
    '',
    gstinOfSupplier,
    '29ABCDE1234F1ZW',
  ),
  INVOICE_SAC: variable(
    'Services accounting code on invoices: 4 or 6 digits. Ask your accountant (docs/guide/invoices.md).',
    '',
    sac,
    '998431',
  ),
  INVOICE_PREFIX: variable('Starts the numbers of invoices.', 'INV', prefix),
  CREDIT_NOTE_PREFIX: variable('Starts the numbers of credit notes.', 'CN', prefix),
};

const supplierNames = ['SUPPLIER_NAME', 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN', 'INVOICE_SAC'] as const;

/** Nothing is paid for real in the sandbox or with a test key. */
export const takesMoney = (config: Config, provider: string): boolean =>
  !paymentProviders.find(({ name }) => name === provider)?.isTest(config);

/** Whether a provider that is set up takes money that needs a real invoice. */
export const needsSupplier = (config: Config): boolean =>
  paymentProviders.some(
    (provider) =>
      hasCredential(config, provider) && !(provider.isTest(config) && allows(config, 'SAMPLE_INVOICES')),
  );

export function refusedSupplierVariables(config: Config): string[] {
  const unset = supplierNames.filter((name) => config[name].length === 0);
  // All unset is fine: an operator can set them in the console.
  const isPartial = unset.length > 0 && unset.length < supplierNames.length;
  const missing = isPartial ? unset : [];
  return [
    ...missing.map((name) => `${name} must be set too, or invoices lack what the law requires`),
    ...(config.INVOICE_PREFIX === config.CREDIT_NOTE_PREFIX
      ? ['CREDIT_NOTE_PREFIX must differ from INVOICE_PREFIX: each series has its own numbers']
      : []),
  ];
}
