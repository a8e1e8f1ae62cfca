import type { Config } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import { port } from '#core/ports.ts';
import { type State, stateOf, stateOfGstin } from '#values/gst/index.ts';
import { takesMoney } from './variables.ts';

/** The supplier on invoices, for `issueInvoice`. Throws if none is configured and samples are off. */
export const SupplierOf = port<(provider: string) => Supplier>('supplier-of');

/** The business that sells. */
export interface Supplier {
  name: string;
  addressLines: string[];
  gstin: string;
  state: State;
  sac: string;
  invoicePrefix: string;
  creditNotePrefix: string;
  /** No money moves: the documents say that they are samples. */
  isSample: boolean;
}

const fictional = {
  name: 'Example Contacts Private Limited',
  addressLines: ['1 Example Road', 'Bengaluru 560001'],
  gstin: '29ABCDE1234F1ZW',
  state: stateOf('29'),
  sac: '998431',
};

/**
 * The supplier on invoices: the configured one, or else a fictional one, for the sandbox or while SAMPLE_INVOICES
 * is on.
 * Samples have series of their own, so that they take no number from real invoices.
 */
export function supplierOf(config: Config, provider: string): Supplier {
  const isSample = !config.SUPPLIER_GSTIN || !takesMoney(config, provider);
  const series = isSample ? 'S' : '';
  const rest = {
    invoicePrefix: `${series}${config.INVOICE_PREFIX}`,
    creditNotePrefix: `${series}${config.CREDIT_NOTE_PREFIX}`,
    isSample,
  };
  if (config.SUPPLIER_GSTIN) {
    return {
      name: config.SUPPLIER_NAME,
      addressLines: config.SUPPLIER_ADDRESS,
      gstin: config.SUPPLIER_GSTIN,
      state: stateOfGstin(config.SUPPLIER_GSTIN)!,
      sac: config.INVOICE_SAC,
      ...rest,
    };
  }
  if (provider !== 'sandbox' && !allows(config, 'SAMPLE_INVOICES')) {
    throw new Error('set SUPPLIER_NAME, SUPPLIER_ADDRESS, SUPPLIER_GSTIN and INVOICE_SAC to issue invoices');
  }
  return { ...fictional, ...rest };
}
