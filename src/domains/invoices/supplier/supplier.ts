import type { Config } from '#core/environment.ts';
import { type State, stateOf, stateOfGstin } from '#values/gst/index.ts';

/** The business that sells. */
export interface Supplier {
  name: string;
  addressLines: string[];
  gstin: string;
  state: State;
  sac: string;
  invoicePrefix: string;
  creditNotePrefix: string;
  /** Made up, for trying things out. The document says so. */
  isFictional: boolean;
}

const fictional = {
  name: 'Example Contacts Private Limited',
  addressLines: ['1 Example Road', 'Bengaluru 560001'],
  gstin: '29ABCDE1234F1ZW',
  state: stateOf('29'),
  sac: '998431',
  isFictional: true,
};

/** The configured supplier; without one a fictional one, except in production. */
export function supplierOf(config: Config): Supplier {
  const prefixes = { invoicePrefix: config.INVOICE_PREFIX, creditNotePrefix: config.CREDIT_NOTE_PREFIX };
  if (config.SUPPLIER_GSTIN) {
    return {
      name: config.SUPPLIER_NAME,
      addressLines: config.SUPPLIER_ADDRESS,
      gstin: config.SUPPLIER_GSTIN,
      state: stateOfGstin(config.SUPPLIER_GSTIN)!,
      sac: config.INVOICE_SAC,
      ...prefixes,
      isFictional: false,
    };
  }
  if (config.NODE_ENV === 'production') {
    throw new Error('set SUPPLIER_NAME, SUPPLIER_ADDRESS, SUPPLIER_GSTIN and INVOICE_SAC to issue invoices');
  }
  return { ...fictional, ...prefixes };
}
